CREATE TABLE ledger (
    place      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id text NOT NULL,
    key        text NOT NULL,
    word       text NOT NULL,
    trace_id   text NOT NULL
);

CREATE TABLE series (
    key  text PRIMARY KEY,
    last bigint NOT NULL
);

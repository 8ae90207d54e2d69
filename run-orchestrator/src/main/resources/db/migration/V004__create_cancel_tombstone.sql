-- A cancel that came before its request.
CREATE TABLE cancel_tombstone (
    run          uuid PRIMARY KEY,
    mailbox      text        NOT NULL,
    requested_by text        NOT NULL,
    why          text,
    requested_at timestamptz NOT NULL
);

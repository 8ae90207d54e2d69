CREATE TABLE delivery (
    id            uuid PRIMARY KEY,
    connection    text        NOT NULL,
    forge         text        NOT NULL,
    hook_id       text        NOT NULL,
    delivery_id   text        NOT NULL,
    holds_key     boolean     NOT NULL,
    event         text        NOT NULL,
    action        text,
    repository_id text,
    outcome       text        NOT NULL,
    reason        text,
    replay_of     uuid REFERENCES delivery,
    duplicates    integer     NOT NULL DEFAULT 0,
    received_at   timestamptz NOT NULL
);

CREATE UNIQUE INDEX delivery_key ON delivery (connection, hook_id, delivery_id) WHERE holds_key;
CREATE INDEX delivery_by_connection ON delivery (connection, id);
CREATE INDEX delivery_by_outcome ON delivery (outcome, id);

COMMENT ON COLUMN delivery.holds_key IS 'Later deliveries of the same key are duplicates of this row; false for replays, and for ignored rows that a redelivery replaced';

CREATE TABLE delivery_payload (
    delivery uuid PRIMARY KEY REFERENCES delivery ON DELETE CASCADE,
    headers  text  NOT NULL,
    payload  bytea NOT NULL,
    events   text  NOT NULL
);

COMMENT ON TABLE delivery_payload IS 'What came, without secrets, and the events that were made of it; text and not jsonb, since JSON may hold escapes that jsonb refuses';

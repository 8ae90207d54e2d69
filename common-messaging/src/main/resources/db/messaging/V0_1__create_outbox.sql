CREATE TABLE outbox (
    position    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id          uuid        NOT NULL UNIQUE,
    topic       text        NOT NULL,
    message_key text,
    type        text        NOT NULL,
    headers     text        NOT NULL,
    payload     bytea,
    created_at  timestamptz NOT NULL DEFAULT now(),
    sent_at     timestamptz
);

CREATE INDEX outbox_unsent ON outbox (position) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

COMMENT ON TABLE outbox IS 'Messages that commit together with the state they tell of; the relay sends them in order of position';
COMMENT ON COLUMN outbox.headers IS 'JSON object: all record headers, CloudEvents attributes and W3C trace context included';

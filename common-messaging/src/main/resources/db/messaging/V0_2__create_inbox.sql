CREATE TABLE inbox (
    consumer    text        NOT NULL,
    message_id  text        NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, message_id)
);

CREATE INDEX inbox_received ON inbox (received_at);

COMMENT ON TABLE inbox IS 'Messages whose effect is committed, by consumer; a second delivery finds its row and does nothing';

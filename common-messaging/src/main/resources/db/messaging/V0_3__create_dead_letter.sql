CREATE TABLE dead_letter (
    id            uuid PRIMARY KEY,
    consumer      text        NOT NULL,
    topic         text        NOT NULL,
    partition     integer     NOT NULL,
    record_offset bigint      NOT NULL,
    message_key   text,
    message_id    text,
    type          text,
    cause         text        NOT NULL,
    detail        text        NOT NULL,
    headers       text        NOT NULL,
    payload       bytea,
    parked_at     timestamptz NOT NULL DEFAULT now(),
    replayed_at   timestamptz,
    replays       integer     NOT NULL DEFAULT 0,
    UNIQUE (consumer, topic, partition, record_offset)
);

COMMENT ON TABLE dead_letter IS 'Records that a consumer could not read, whole, with the cause; kept until someone replays them';

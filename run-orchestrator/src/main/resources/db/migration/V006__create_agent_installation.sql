CREATE TABLE agent_installation (
    runner             text        NOT NULL,
    image              text        NOT NULL,
    adapter            text        NOT NULL,
    version            text        NOT NULL,
    path               text        NOT NULL,
    resumable_sessions boolean     NOT NULL,
    named_sessions     boolean     NOT NULL,
    detected_at        timestamptz NOT NULL,
    PRIMARY KEY (runner, image, adapter)
);

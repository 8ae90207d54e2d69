CREATE TABLE session_state (
    mailbox        text        NOT NULL,
    adapter        text        NOT NULL,
    kind           text        NOT NULL,
    location       text        NOT NULL,
    created_at     timestamptz NOT NULL,
    pinned_run     uuid,
    pinned_attempt integer,
    removal_due    boolean     NOT NULL DEFAULT false,
    removed_at     timestamptz,
    removal_cause  text,
    bytes          bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox, adapter)
);

CREATE INDEX session_state_due ON session_state (mailbox, adapter) WHERE removal_due;

COMMENT ON COLUMN session_state.pinned_run IS 'The run that works on the state now: while it is set nothing is removed';

CREATE TABLE mailbox (
    mailbox_key       text PRIMARY KEY,
    project           uuid        NOT NULL REFERENCES project,
    kind              text        NOT NULL,
    iid               bigint      NOT NULL,
    title             text        NOT NULL,
    status            text        NOT NULL,
    reason            text,
    phase             text,
    branch            text,
    merge_request_iid bigint,
    revision          bigint      NOT NULL,
    due               boolean     NOT NULL,
    state             text        NOT NULL,
    shown             text,
    status_comment    text,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    closed_at         timestamptz,
    UNIQUE (project, kind, iid),
    UNIQUE (project, branch)
);

CREATE INDEX mailbox_due ON mailbox (mailbox_key) WHERE due;
CREATE INDEX mailbox_by_update ON mailbox (updated_at DESC, mailbox_key DESC);

COMMENT ON COLUMN mailbox.due IS 'A phase waits to be started and nothing is under way';
COMMENT ON COLUMN mailbox.state IS 'JSON, the mailbox as the decider sees it; as text, since people write characters that jsonb refuses; the other columns repeat parts of it for queries';
COMMENT ON COLUMN mailbox.shown IS 'The status last sent to the forge';
COMMENT ON COLUMN mailbox.status_comment IS 'The forge''s id of the living status comment';

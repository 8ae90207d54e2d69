CREATE TABLE mailbox_run (
    id            uuid PRIMARY KEY,
    mailbox       text        NOT NULL REFERENCES mailbox,
    phase         text        NOT NULL,
    state         text        NOT NULL,
    exit_reason   text,
    session_mode  text,
    session_why   text,
    commit_id     text,
    prompt_seen   boolean     NOT NULL,
    issue_digest  text        NOT NULL,
    requested_by  text        NOT NULL,
    cause         uuid        NOT NULL,
    reply_to      text,
    reply_to_login  text,
    requested_at  timestamptz NOT NULL,
    started_at    timestamptz,
    ended_at      timestamptz
);

CREATE INDEX mailbox_run_of_mailbox ON mailbox_run (mailbox, requested_at);

COMMENT ON COLUMN mailbox_run.issue_digest IS 'Of title and body as they went into the prompt';
COMMENT ON COLUMN mailbox_run.reply_to IS 'The comment that the run answers';

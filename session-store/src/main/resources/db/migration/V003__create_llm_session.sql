CREATE TABLE llm_session (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run               uuid        NOT NULL,
    attempt           integer     NOT NULL,
    mailbox           text        NOT NULL,
    adapter           text        NOT NULL,
    session_name      text,
    native_session_id text,
    asked_session_id  text,
    resumed           boolean     NOT NULL,
    resume_fallback   text,
    session_off       text,
    provider          text,
    model             text,
    cli_version       text,
    fingerprint       text,
    totals            text,
    resumable         boolean     NOT NULL,
    tainted           boolean     NOT NULL,
    cli_started       boolean     NOT NULL,
    spoke             boolean     NOT NULL,
    prompt_seen       boolean     NOT NULL,
    outcome           text        NOT NULL,
    exit_reason       text,
    ended_at          timestamptz NOT NULL,
    recorded_at       timestamptz NOT NULL,
    state_removed_at  timestamptz,
    UNIQUE (run, attempt)
);

CREATE INDEX llm_session_by_mailbox ON llm_session (mailbox, id);

COMMENT ON COLUMN llm_session.asked_session_id IS 'The native id that the attempt was told to resume, from its resolution';

CREATE TABLE resolution (
    run         uuid        NOT NULL,
    attempt     integer     NOT NULL,
    mailbox     text        NOT NULL,
    adapter     text        NOT NULL,
    answer      text        NOT NULL,
    resolved_at timestamptz NOT NULL,
    PRIMARY KEY (run, attempt)
);

COMMENT ON TABLE resolution IS 'What each attempt was answered, so that the same question gets the same answer';

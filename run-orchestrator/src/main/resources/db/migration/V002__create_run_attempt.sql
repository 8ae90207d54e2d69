-- One launch of a run (or the preparation of one). Its fresh session id is on record before anything starts.
CREATE TABLE run_attempt (
    run              uuid        NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    attempt          integer     NOT NULL,
    fresh_id         uuid        NOT NULL,
    runner           text        NOT NULL,
    node             text,
    image            text,
    cli_version      text,
    provider         text,
    model            text,
    session_off      text,
    resolution       text,
    prepared_at      timestamptz NOT NULL,
    starting_at      timestamptz,
    launched_at      timestamptz,
    deadline         timestamptz,
    runner_ref       text,
    log_line         bigint      NOT NULL DEFAULT 0,
    log_bytes        bigint      NOT NULL DEFAULT 0,
    native_id        text,
    spoke            boolean     NOT NULL DEFAULT false,
    stage            text,
    reported_commit  text,
    stop_sent_at     timestamptz,
    exit_reason      text,
    detail           text,
    ended_at         timestamptz,
    removed_at       timestamptz,
    PRIMARY KEY (run, attempt)
);

-- Runners whose end is known but which may still lie around.
CREATE INDEX run_attempt_to_remove ON run_attempt (ended_at) WHERE ended_at IS NOT NULL AND removed_at IS NULL;

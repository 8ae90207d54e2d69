-- One run of one phase. Requests and prompts lie apart, so that a change of a run stays small and a look at it cheap.
CREATE TABLE run (
    id                  uuid PRIMARY KEY,
    mailbox             text        NOT NULL,
    mailbox_kind        text        NOT NULL,
    project             uuid        NOT NULL,
    organization        text        NOT NULL,
    branch              text        NOT NULL,
    phase               text        NOT NULL,
    priority            smallint    NOT NULL,
    adapter             text        NOT NULL,
    pool                text        NOT NULL,
    max_concurrent_runs integer     NOT NULL,
    requested_by        text        NOT NULL,
    requested_at        timestamptz NOT NULL,
    queued_at           timestamptz NOT NULL DEFAULT now(),
    trace_parent        text,

    state               text        NOT NULL,
    reason              text,
    not_before          timestamptz NOT NULL DEFAULT now(),
    owner               text,
    generation          bigint      NOT NULL DEFAULT 0,
    lease_until         timestamptz,
    node                text,
    attempt             integer     NOT NULL DEFAULT 0,
    launches            integer     NOT NULL DEFAULT 0,

    cancel_requested_by text,
    cancel_why          text,
    cancel_requested_at timestamptz,

    runner              text,
    image               text,
    provider            text,
    model               text,
    cli_version         text,
    session_name        text,
    session_native_id   text,
    session_mode        text,
    session_reason      text,
    prompt_form         text,
    prompt_seen         boolean     NOT NULL DEFAULT false,

    base_commit         text,
    commit_id           text,
    commits             integer     NOT NULL DEFAULT 0,
    pushed              boolean     NOT NULL DEFAULT false,
    exit_reason         text,
    detail              text,
    result              text,
    input_tokens        bigint      NOT NULL DEFAULT 0,
    cached_input_tokens bigint      NOT NULL DEFAULT 0,
    output_tokens       bigint      NOT NULL DEFAULT 0,
    cost_usd            numeric(14, 6),
    started_at          timestamptz,
    ended_at            timestamptz,

    CONSTRAINT run_owner_has_lease CHECK ((owner IS NULL) = (lease_until IS NULL)),
    CONSTRAINT run_ended_is_free CHECK (ended_at IS NULL OR owner IS NULL)
);

CREATE TABLE run_request (
    run     uuid PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    request text NOT NULL
);

CREATE TABLE run_prompts (
    run     uuid PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    prompts text NOT NULL
);

-- Waiting runs only: its size doesn't depend on how many runs have ended.
CREATE INDEX run_claimable ON run (project, priority, requested_at, id) WHERE state = 'queued' AND owner IS NULL;
-- Held runs: what counts against capacity and concurrency, and what a lease is for.
CREATE INDEX run_held ON run (owner, lease_until) WHERE owner IS NOT NULL;
CREATE UNIQUE INDEX run_one_active_per_mailbox ON run (mailbox) WHERE owner IS NOT NULL;
CREATE INDEX run_by_mailbox ON run (mailbox, id);

CREATE TABLE run_log (
    run     uuid        NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq     bigint      NOT NULL,
    attempt integer     NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    stage   text,
    line    text        NOT NULL,
    PRIMARY KEY (run, seq)
);

-- Parts of stages' results as they come by in the log, kept until the attempt's end.
CREATE TABLE run_result_part (
    run     uuid    NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    attempt integer NOT NULL,
    stage   text    NOT NULL,
    part    integer NOT NULL,
    of      integer NOT NULL,
    data    text    NOT NULL,
    PRIMARY KEY (run, attempt, stage, part)
);

CREATE TABLE audit (
    id       uuid PRIMARY KEY,
    at       timestamptz NOT NULL,
    actor    text        NOT NULL,
    action   text        NOT NULL,
    subject  text        NOT NULL,
    outcome  text        NOT NULL,
    detail   text
);

CREATE INDEX audit_by_time ON audit (at DESC, id DESC);

COMMENT ON TABLE audit IS 'Who did what, to what, with which outcome; rows are only added';

-- Append-only: who or what did it, to what, with which outcome.
CREATE TABLE audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now(),
    actor   text        NOT NULL,
    action  text        NOT NULL,
    subject text        NOT NULL,
    outcome text        NOT NULL,
    details text
);
CREATE INDEX audit_by_subject ON audit (subject, id);

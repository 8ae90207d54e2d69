CREATE TABLE audit (
    id      uuid PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now(),
    who     text        NOT NULL,
    action  text        NOT NULL,
    target  text        NOT NULL,
    outcome text        NOT NULL
);

CREATE INDEX audit_by_target ON audit (target, at);

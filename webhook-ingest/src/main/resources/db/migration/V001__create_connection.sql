CREATE TABLE connection (
    name           text PRIMARY KEY,
    forge          text        NOT NULL,
    base_url       text        NOT NULL,
    sealed_secrets bytea       NOT NULL,
    projects       text[]      NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL
);

COMMENT ON COLUMN connection.sealed_secrets IS 'AES-256-GCM over a JSON list, the current secret first; bound to the name';
COMMENT ON COLUMN connection.projects IS 'Numeric repository ids that this connection may speak for, or * for all';

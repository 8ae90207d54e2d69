CREATE TABLE organization (
    slug       text PRIMARY KEY,
    created_at timestamptz NOT NULL
);

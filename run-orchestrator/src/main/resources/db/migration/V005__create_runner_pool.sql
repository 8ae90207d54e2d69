CREATE TABLE runner_pool (
    name       text PRIMARY KEY,
    capacity   integer     NOT NULL CHECK (capacity >= 0),
    updated_at timestamptz NOT NULL DEFAULT now()
);

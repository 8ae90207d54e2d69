CREATE TABLE setting (
    scope      text        NOT NULL,
    name       text        NOT NULL,
    value      text        NOT NULL,
    changed_by text        NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (scope, name)
);

COMMENT ON COLUMN setting.scope IS 'organization:{slug} or project:{id}';
COMMENT ON COLUMN setting.name IS 'The key, or key.phase';

ALTER TABLE resolution ADD COLUMN request text NOT NULL DEFAULT 'null';

COMMENT ON COLUMN resolution.request IS 'What the attempt asked; an attempt that was planned anew before its start asks anew';

ALTER TABLE llm_session ADD COLUMN generation bigint NOT NULL DEFAULT 0;

COMMENT ON COLUMN llm_session.generation IS 'of the claim on the run under which the attempt was recorded; 0 where none was told';

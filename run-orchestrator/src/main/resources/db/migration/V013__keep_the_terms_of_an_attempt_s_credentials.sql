-- Until when the forge credentials are good that an attempt's stages were given, and when they are renewed next; null where
-- they don't end.
ALTER TABLE run_attempt ADD COLUMN credential_terms text;

-- What the attempt's CLI told while it ran, for attempts whose result never arrives.
ALTER TABLE run_attempt ADD COLUMN usage text;
ALTER TABLE run_attempt ADD COLUMN fallback text;

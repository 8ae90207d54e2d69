-- A renewal changes no column of an index, so that the row's next version stays in its page and no index grows by it.
CREATE INDEX run_held_by_owner ON run (owner, mailbox) WHERE owner IS NOT NULL;
DROP INDEX run_held;
-- Room for that version.
ALTER TABLE run SET (fillfactor = 80);

ALTER TABLE mailbox_life
    ADD COLUMN orphan_found_at timestamptz,
    ADD COLUMN orphan_revision bigint;

CREATE INDEX mailbox_life_orphaned ON mailbox_life (orphan_found_at, mailbox) WHERE suspected_since IS NOT NULL;

COMMENT ON COLUMN mailbox_life.orphan_found_at IS 'The beginning of the last sweep that found the mailbox suspect for longer than the grace period';
COMMENT ON COLUMN mailbox_life.orphan_revision IS 'The revision at which mailbox-service called it closed in that sweep, or -1 when it knew no such mailbox';

CREATE TABLE mailbox_life (
    mailbox         text PRIMARY KEY,
    revision        bigint  NOT NULL DEFAULT 0,
    closed          boolean NOT NULL DEFAULT false,
    close_cause     text,
    suspected_since timestamptz
);

COMMENT ON TABLE mailbox_life IS 'What is known of each mailbox: the newest revision, and whether it is closed; its row is the lock of all that happens to the mailbox';
COMMENT ON COLUMN mailbox_life.suspected_since IS 'Since when the orphan sweep has found the mailbox closed or unknown without a break';

ALTER TABLE mailbox_life ADD COLUMN ended_at timestamptz;

UPDATE mailbox_life SET ended_at = now() WHERE closed;

CREATE INDEX mailbox_life_ended ON mailbox_life (ended_at, mailbox) WHERE ended_at IS NOT NULL;
CREATE INDEX resolution_by_mailbox ON resolution (mailbox);

COMMENT ON COLUMN mailbox_life.ended_at IS 'When it closed, or when its state went because nobody knew it any more; retention counts from here';

CREATE TABLE session_claim (
    name         text        PRIMARY KEY,
    mailbox      text        NOT NULL,
    made_at      timestamptz NOT NULL,
    deletion_due boolean     NOT NULL DEFAULT false,
    deleted_at   timestamptz
);

CREATE UNIQUE INDEX session_claim_in_use ON session_claim (mailbox) WHERE NOT deletion_due;
CREATE INDEX session_claim_by_mailbox ON session_claim (mailbox);
CREATE INDEX session_claim_due ON session_claim (name) WHERE deletion_due AND deleted_at IS NULL;

COMMENT ON TABLE session_claim IS 'PersistentVolumeClaims of mailboxes; rows stay, so that no name is given twice';
COMMENT ON COLUMN session_claim.deleted_at IS 'When Kubernetes took the order to delete it, or it was found gone';

INSERT INTO session_claim (name, mailbox, made_at)
SELECT split_part(min(location), '/', 1), mailbox, min(created_at)
FROM session_state
WHERE kind = 'claim' AND removed_at IS NULL
GROUP BY mailbox;

ALTER TABLE session_state ADD COLUMN removals integer NOT NULL DEFAULT 0;

COMMENT ON COLUMN session_state.removals IS 'How often it was removed; on a volume each state that follows has a path of its own';

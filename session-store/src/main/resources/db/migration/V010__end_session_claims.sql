COMMENT ON TABLE session_claim IS 'PersistentVolumeClaims of mailboxes; rows stay until retention ends, so that no name is given twice before';

-- Removed before removals were counted: what lies at the first path of its volume is mounted by nobody again.
UPDATE session_state SET removals = 1 WHERE kind = 'claim' AND removed_at IS NOT NULL AND removals = 0;

-- Removed as orphans before ends were noted: their retention counts from the removal.
UPDATE mailbox_life SET ended_at = gone.at
FROM (SELECT mailbox, max(removed_at) AS at FROM session_state GROUP BY mailbox
      HAVING count(*) = count(removed_at) AND bool_or(removal_cause = 'orphan')) AS gone
WHERE mailbox_life.mailbox = gone.mailbox AND mailbox_life.ended_at IS NULL;

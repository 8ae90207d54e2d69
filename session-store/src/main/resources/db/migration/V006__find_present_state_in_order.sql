CREATE INDEX session_state_present ON session_state (mailbox, adapter) WHERE removed_at IS NULL;

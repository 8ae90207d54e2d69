-- What a version may do follows from the configured ranges whenever it is asked for: a changed range holds at once.
ALTER TABLE agent_installation
    DROP COLUMN resumable_sessions,
    DROP COLUMN named_sessions;

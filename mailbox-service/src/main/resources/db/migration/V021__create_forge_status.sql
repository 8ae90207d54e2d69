-- The one living status comment of each mailbox.
CREATE TABLE forge_status (
    mailbox    text PRIMARY KEY,
    comment_id text NOT NULL
);

-- What Alfred writes to forges: asked for in the deciding transaction, done later by a worker, in order per mailbox.
CREATE TABLE forge_write (
    id            uuid PRIMARY KEY,
    position      bigint GENERATED ALWAYS AS IDENTITY,
    project       uuid        NOT NULL,
    mailbox       text        NOT NULL,
    cause         uuid,
    kind          text        NOT NULL CHECK (kind IN ('post_comment', 'update_status', 'open_merge_request')),
    -- JSON as text: what agents write may hold characters that jsonb refuses
    payload       text        NOT NULL,
    state         text        NOT NULL
        CHECK (state IN ('pending', 'done', 'refused', 'issue_gone', 'dropped', 'unsent')),
    attempts      integer     NOT NULL DEFAULT 0,
    due_at        timestamptz NOT NULL DEFAULT now(),
    claim         uuid,
    claimed_until timestamptz,
    -- the failure that the last attempt met, or what came of the write
    outcome       text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    ended_at      timestamptz
);

-- Both stay as small as the work that is left, however many writes have ended.
CREATE INDEX forge_write_due ON forge_write (project, due_at) WHERE state = 'pending';
CREATE INDEX forge_write_order ON forge_write (mailbox, position) WHERE state = 'pending';

CREATE INDEX forge_write_of_mailbox ON forge_write (mailbox, position);

CREATE TABLE mailbox_event (
    id          uuid PRIMARY KEY,
    position    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    mailbox     text REFERENCES mailbox,
    project     uuid,
    connection  text,
    kind        text        NOT NULL,
    delivery    uuid,
    subject     text,
    actor       text,
    input       text        NOT NULL,
    state       text        NOT NULL CHECK (state IN ('facts', 'ready', 'kept', 'decided')),
    needs       text        NOT NULL,
    facts       text,
    facts_at    timestamptz,
    attempts    int         NOT NULL,
    try_at      timestamptz NOT NULL,
    waits_for   text,
    outcome     text,
    reason      text,
    run         uuid,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    decide_at   timestamptz NOT NULL,
    decided_at  timestamptz
);

CREATE INDEX mailbox_event_of_mailbox ON mailbox_event (mailbox, position);
CREATE INDEX mailbox_event_facts ON mailbox_event (connection, try_at) WHERE state = 'facts';
CREATE INDEX mailbox_event_ready ON mailbox_event (decide_at) WHERE state = 'ready';
CREATE INDEX mailbox_event_undecided ON mailbox_event (mailbox, position) WHERE state <> 'decided';
CREATE INDEX mailbox_event_delivery ON mailbox_event (delivery) WHERE delivery IS NOT NULL;
CREATE UNIQUE INDEX mailbox_event_subject ON mailbox_event (mailbox, subject) WHERE subject IS NOT NULL;

COMMENT ON TABLE mailbox_event IS 'All that happened to mailboxes, what was decided on it and why';
COMMENT ON COLUMN mailbox_event.mailbox IS 'Null where the event belongs to no registered project';
COMMENT ON COLUMN mailbox_event.subject IS 'What the event is about, where the same thing told twice must count once';
COMMENT ON COLUMN mailbox_event.state IS 'facts: the forge has to be asked first; ready: to be decided; kept: until the run under way ends; decided';
COMMENT ON COLUMN mailbox_event.waits_for IS 'Why it is not decided yet, for people';

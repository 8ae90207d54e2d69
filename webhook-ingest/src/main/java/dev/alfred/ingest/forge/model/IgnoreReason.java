package dev.alfred.ingest.forge.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Why a genuine webhook led to no event. Told to the forge, stored with the delivery, never an error. */
public enum IgnoreReason implements Wire {
    PING,
    /** The connection may not speak for that repository. */
    UNKNOWN_PROJECT,
    /** The webhook names no repository at all. */
    NO_REPOSITORY,
    /** No header and no field says what happened. */
    EVENT_MISSING,
    /** A kind of event that Alfred has no use for. */
    UNHANDLED_EVENT,
    /** A known kind of event, with an action that changes nothing for Alfred. */
    UNHANDLED_ACTION,
    /** The payload lacks what an event of its kind has. */
    INCOMPLETE_PAYLOAD,
    /** A GitLab work item that is no issue. */
    WORK_ITEM_TYPE,
    /** A comment on something else than an issue or a merge request. */
    COMMENT_TARGET,
    /** A note that the forge wrote itself. */
    SYSTEM_NOTE
}

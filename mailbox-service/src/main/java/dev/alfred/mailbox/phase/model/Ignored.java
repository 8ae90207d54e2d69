package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Why nothing was to be done. */
public enum Ignored implements Wire {
    /** The account behind the event may not command here. */
    NOT_ALLOWED,
    /** Alfred's own account did it. */
    OWN_EVENT,
    /** Another bot did it. */
    OTHER_BOT,
    /** The comment asks nothing of Alfred; it is context for later runs. */
    NOT_ADDRESSED,
    /** Nobody has asked Alfred to work on this issue. */
    NOT_TRIGGERED,
    ALREADY_TRIGGERED,
    OTHER_LABEL,
    /** The label was taken off again before this was decided. */
    LABEL_ABSENT,
    /** The label was put on again before this was decided. */
    LABEL_PRESENT,
    /** The issue was closed again, or reopened, before this was decided. */
    ISSUE_CLOSED,
    ISSUE_OPEN,
    ISSUE_PRESENT,
    MAILBOX_CLOSED,
    MODE_OFF,
    PAUSED,
    UNTRIGGERED,
    ALREADY_PAUSED,
    ALREADY_DEVELOPED,
    ALREADY_APPROVED,
    NOTHING_RUNNING,
    NOTHING_TO_RETRY,
    NOT_BLOCKED,
    NOT_FREEZING,
    NOTHING_DUE,
    NOT_THE_ACTIVE_RUN,
    ALREADY_STARTED,
    ALREADY_STOPPING,
    ALREADY_CLOSING,
    /** A phase that this kind of mailbox, or this state of it, does not have. */
    PHASE_NOT_POSSIBLE,
    /** Only members may see the issue. */
    CONFIDENTIAL,
    /** A merge request that Alfred does not work on. */
    MERGE_REQUEST,
    /** The same comment in the same words was decided before. */
    ALREADY_TRIED,
    /** No project is registered for that repository. */
    UNKNOWN_PROJECT
}

package dev.alfred.messaging;

/** Why a record was parked as a dead letter. */
public enum UnreadableCause {
    /** A CloudEvents attribute that every message has is missing or malformed. */
    BAD_ATTRIBUTE,
    /** The record has no data. */
    NO_PAYLOAD,
    /** The data is not the JSON that its type promises. */
    MALFORMED_PAYLOAD,
    /** The handler can't ever process it: see {@link UnprocessableMessage}. */
    REFUSED,
    /** Each attempt to handle it failed, and not for an {@link Outage}. */
    FAILED
}

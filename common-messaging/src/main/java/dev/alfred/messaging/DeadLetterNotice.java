package dev.alfred.messaging;

import java.util.UUID;

/** What the dead-letter topic says about a parked record; a long payload is cut. */
record DeadLetterNotice(
        UUID id,
        String consumer,
        String topic,
        int partition,
        long offset,
        String key,
        String type,
        UnreadableCause cause,
        String detail,
        String payload) {

    static final String TYPE = "dev.alfred.dead-letter.parked.v1";
}

package dev.alfred.messaging;

/**
 * Thrown by a handler for a message that no repetition can make good: its transaction rolls back and the message is
 * parked as a dead letter instead of being retried.
 */
public class UnprocessableMessage extends RuntimeException {

    /** The reason is stored and shown to operators: no payload, no secret. */
    public UnprocessableMessage(String reason) {
        super(reason);
    }
}

package dev.alfred.local.model.protocol;

/** The body is none of the protocol's; the message tells the client what it lacks. */
public final class UnreadableRequest extends Exception {

    public UnreadableRequest(String message) {
        super(message);
    }
}

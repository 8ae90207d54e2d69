package dev.alfred.sessions.state;

/** The place where a mailbox's state should lie can't be used; the run that asked for it waits. */
public class StateUnusable extends RuntimeException {
    public StateUnusable(String message) {
        super(message);
    }

    public StateUnusable(String message, Throwable cause) {
        super(message, cause);
    }
}

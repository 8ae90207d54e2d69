package dev.alfred.local.demo;

/** A step of the play that was not seen to happen; the message says which and what was seen instead. */
public final class StepFailed extends RuntimeException {
    public StepFailed(String message) {
        super(message);
    }

    public StepFailed(String message, Throwable cause) {
        super(message, cause);
    }
}

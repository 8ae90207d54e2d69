package dev.alfred.mailbox.phase.model;

/** What people tell Alfred to do, by a comment's {@code /alfred} line or by REST. */
public sealed interface Command {
    record Approve() implements Command {}

    /** Develop with that wish; it may be empty. */
    record Develop(String text) implements Command {}

    /** Does once more what ended badly. */
    record Retry() implements Command {}

    /** Ends the present run and keeps what was pushed and the session. */
    record Stop() implements Command {}

    /** Closes the mailbox; its memory is removed. */
    record Cancel() implements Command {}

    record Pause() implements Command {}

    record Unblock() implements Command {}

    record Status() implements Command {}

    /** Makes the next run begin a fresh session. */
    record Fresh() implements Command {}

    /** Whether it acts on what is under way instead of waiting for its end. */
    default boolean atOnce() {
        return switch (this) {
            case Stop() -> true;
            case Cancel() -> true;
            case Approve() -> false;
            case Develop ignored -> false;
            case Retry() -> false;
            case Pause() -> false;
            case Unblock() -> false;
            case Status() -> false;
            case Fresh() -> false;
        };
    }

    /** Its word, as people write it. */
    default String word() {
        return switch (this) {
            case Approve() -> "approve";
            case Develop ignored -> "develop";
            case Retry() -> "retry";
            case Stop() -> "stop";
            case Cancel() -> "cancel";
            case Pause() -> "pause";
            case Unblock() -> "unblock";
            case Status() -> "status";
            case Fresh() -> "fresh";
        };
    }
}

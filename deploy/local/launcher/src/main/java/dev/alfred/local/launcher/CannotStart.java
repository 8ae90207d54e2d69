package dev.alfred.local.launcher;

/** Something that the person at the terminal can mend; its message is one clear sentence that says how. */
final class CannotStart extends RuntimeException {
    CannotStart(String sentence) {
        super(sentence);
    }

    CannotStart(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}

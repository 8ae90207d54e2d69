package dev.alfred.sessions.state;

/** How far what was taken out of its place is gone. */
public sealed interface Cleared {
    record All() implements Cleared {}

    /** What resists for now; another call tries it again. */
    record Left(int pieces) implements Cleared {}

    default Cleared and(Cleared other) {
        return this instanceof Left(int here) && other instanceof Left(int there)
                ? new Left(here + there)
                : this instanceof Left ? this : other;
    }
}

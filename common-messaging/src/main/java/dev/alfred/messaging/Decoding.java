package dev.alfred.messaging;

/** What became of a record's bytes. */
public sealed interface Decoding {

    /** A message of a known type. */
    record Decoded(Envelope<?> envelope) implements Decoding {}

    /** A type that this reader doesn't know: written by a newer version, to be passed over. */
    record UnknownType(String type) implements Decoding {}

    /** Damaged: to be parked. The detail names the place of the fault, never the data. */
    record Unreadable(UnreadableCause cause, String detail) implements Decoding {}
}

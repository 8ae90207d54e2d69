package dev.alfred.embedded;

import org.apache.kafka.common.errors.TimeoutException;

/** A Kafka that doesn't answer, or doesn't let Alfred's topics be made. */
public final class TopicsNotMade extends RuntimeException {
    private final String reason;

    TopicsNotMade(String bootstrapServers, Throwable cause) {
        super("topics can't be made at " + bootstrapServers, cause);
        this.reason = cause instanceof TimeoutException ? "no broker answers there" : cause.getMessage();
    }

    /** A few words for people. */
    public String reason() {
        return reason;
    }
}

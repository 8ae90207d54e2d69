package dev.alfred.contracts.session;

import java.nio.file.Path;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The directory inside the runner in which a CLI keeps its sessions, and the only part of the agent's home that
 * outlives a run. Lies inside {@code /home/agent}, normalised, and is not the home itself; anything else can't be
 * constructed.
 */
public record SessionStatePath(@JsonValue String value) {
    public static final String HOME = "/home/agent";

    @JsonCreator
    public SessionStatePath {
        if (value == null || !value.startsWith(HOME + "/") || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a session state path lies inside " + HOME + ": " + value);
        }
        if (!Path.of(value).normalize().toString().equals(value)) {
            throw new IllegalArgumentException("a session state path is normalised: " + value);
        }
    }

    /** Whether a mount at that absolute path is equal to this one, above it or below it. */
    public boolean overlaps(String mountTarget) {
        Path own = Path.of(value);
        Path other = Path.of(mountTarget).normalize();
        return own.startsWith(other) || other.startsWith(own);
    }

    @Override
    public String toString() {
        return value;
    }
}

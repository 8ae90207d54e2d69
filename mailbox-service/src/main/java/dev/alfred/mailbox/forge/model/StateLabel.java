package dev.alfred.mailbox.forge.model;

import java.util.Optional;
import java.util.stream.Stream;

/** The labels by which an issue shows where its mailbox stands; an issue bears at most one of them. */
public enum StateLabel {
    QUEUED("alfred:queued", "c5def5", "A run is waiting for its turn"),
    RUNNING("alfred:running", "fbca04", "A run is under way"),
    WAITING("alfred:waiting", "bfd4f2", "Alfred waits for somebody or something"),
    BLOCKED("alfred:blocked", "d93f0b", "Alfred needs a human"),
    DONE("alfred:done", "0e8a16", "Alfred has finished");

    private final String label;
    private final String color;
    private final String description;

    StateLabel(String label, String color, String description) {
        this.label = label;
        this.color = color;
        this.description = description;
    }

    public String label() {
        return label;
    }

    String color() {
        return color;
    }

    String description() {
        return description;
    }

    /** The state that a label's name stands for, if it is one of these. */
    public static Optional<StateLabel> of(String label) {
        return Stream.of(values()).filter(state -> state.label.equals(label)).findFirst();
    }
}

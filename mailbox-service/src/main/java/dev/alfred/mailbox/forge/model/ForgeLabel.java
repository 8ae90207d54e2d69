package dev.alfred.mailbox.forge.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A label as it is made where it is missing.
 *
 * @param color six hex digits
 */
public record ForgeLabel(String name, String color, String description) {
    public static final String APPROVED = "alfred:approved";

    /** All labels that Alfred needs in a project: the trigger, the approval and the five states. */
    public static List<ForgeLabel> needed(String triggerLabel) {
        List<ForgeLabel> labels = new ArrayList<>();
        labels.add(new ForgeLabel(triggerLabel, "1d76db", "Alfred works on this issue"));
        labels.add(new ForgeLabel(APPROVED, "0e8a16", "The plan is approved: develop it"));
        for (StateLabel state : StateLabel.values()) {
            labels.add(of(state));
        }
        return List.copyOf(labels);
    }

    public static ForgeLabel of(StateLabel state) {
        return new ForgeLabel(state.label(), state.color(), state.description());
    }
}

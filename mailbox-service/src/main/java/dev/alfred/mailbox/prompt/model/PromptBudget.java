package dev.alfred.mailbox.prompt.model;

import java.util.List;

/** Shares a prompt's room among the texts that it quotes: short ones whole, the longest cut to one common length. */
public final class PromptBudget {
    /** Below this a cut text is only its notice. */
    public static final int LEAST = 256;

    private PromptBudget() {}

    /** The greatest cap with which texts of these sizes fit into the room together, never below {@link #LEAST}. */
    public static int cap(List<Integer> sizes, long room) {
        List<Integer> ascending = sizes.stream().sorted().toList();
        long left = room;
        for (int i = 0; i < ascending.size(); i++) {
            long share = left / (ascending.size() - i);
            if (ascending.get(i) > share) {
                return (int) Math.max(LEAST, share);
            }
            left -= ascending.get(i);
        }
        return Integer.MAX_VALUE;
    }
}

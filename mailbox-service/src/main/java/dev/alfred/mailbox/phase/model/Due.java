package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.Phase;

/** A phase that is to be run as soon as nothing stands in its way, with all that asked for it. */
public record Due(Phase phase, List<Ask> asks) {
    public Due {
        asks = List.copyOf(asks);
    }

    /**
     * One asking.
     *
     * @param cause the mailbox event that asked
     * @param by who asked: a login, or {@code alfred}
     * @param commentId the comment that asked, or null
     * @param text the asking in words, or null
     */
    public record Ask(UUID cause, String by, String commentId, String text, Instant at) {
        /** Whether a comment asked in words of its own, so that somebody waits for a reply. */
        boolean spoken() {
            return commentId != null && text != null;
        }
    }

    /** Whether nobody asked in words: an approval, a label. */
    boolean wordless() {
        return asks.stream().allMatch(ask -> ask.text() == null);
    }

    /** Whether nothing but comments asked. */
    boolean spoken() {
        return asks.stream().allMatch(Ask::spoken);
    }

    static List<Due> with(List<Due> due, Phase phase, Ask ask) {
        List<Due> all = new ArrayList<>();
        List<Ask> asks = new ArrayList<>();
        for (Due one : due) {
            if (one.phase() == phase) {
                asks.addAll(one.asks());
            } else {
                all.add(one);
            }
        }
        asks.add(ask);
        all.add(new Due(phase, asks));
        return List.copyOf(all);
    }
}

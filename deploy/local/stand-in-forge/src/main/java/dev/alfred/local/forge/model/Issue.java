package dev.alfred.local.forge.model;

import java.time.Instant;
import java.util.List;

/** An issue, or the conversation side of a pull request when {@code pull} is there: both share one numbering. */
public record Issue(
        long id,
        long number,
        String author,
        String title,
        String body,
        boolean open,
        List<Long> labels,
        List<String> assignees,
        Instant createdAt,
        Instant updatedAt,
        Instant closedAt,
        Pull pull) {

    public boolean isPull() {
        return pull != null;
    }

    public boolean merged() {
        return pull != null && pull.merge() != null;
    }

    /** Drafts have no flag of their own in this family of forges: the title's prefix says it. */
    public boolean draft() {
        String upper = title.stripLeading().toUpperCase(java.util.Locale.ROOT);
        return isPull() && (upper.startsWith("WIP:") || upper.startsWith("[WIP]"));
    }

    public Issue titled(String newTitle, Instant at) {
        return copy(newTitle, body, open, labels, assignees, at, closedAt, pull);
    }

    public Issue saying(String newBody, Instant at) {
        return copy(title, newBody, open, labels, assignees, at, closedAt, pull);
    }

    public Issue closed(Instant at) {
        return copy(title, body, false, labels, assignees, at, at, pull);
    }

    public Issue reopened(Instant at) {
        return copy(title, body, true, labels, assignees, at, null, pull);
    }

    public Issue labelled(List<Long> ids, Instant at) {
        return copy(title, body, open, List.copyOf(ids), assignees, at, closedAt, pull);
    }

    public Issue assignedTo(List<String> logins, Instant at) {
        return copy(title, body, open, labels, List.copyOf(logins), at, closedAt, pull);
    }

    public Issue touched(Instant at) {
        return copy(title, body, open, labels, assignees, at, closedAt, pull);
    }

    public Issue with(Pull changed, Instant at) {
        return copy(title, body, open, labels, assignees, at, closedAt, changed);
    }

    private Issue copy(
            String aTitle,
            String aBody,
            boolean isOpen,
            List<Long> someLabels,
            List<String> someAssignees,
            Instant updated,
            Instant closed,
            Pull aPull) {
        return new Issue(
                id,
                number,
                author,
                aTitle,
                aBody,
                isOpen,
                someLabels,
                someAssignees,
                createdAt,
                updated,
                closed,
                aPull);
    }
}

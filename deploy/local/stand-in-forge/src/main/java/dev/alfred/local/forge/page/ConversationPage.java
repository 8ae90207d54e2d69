package dev.alfred.local.forge.page;

import java.util.List;

/** What the page of an issue or a pull request shows; the branches and the diff only for the latter. */
public record ConversationPage(
        String fullName,
        IssueLine issue,
        List<Post> posts,
        List<String> assignees,
        String head,
        String base,
        List<String> commits,
        List<DiffLine> diff) {

    /** One text with its author. */
    public record Post(String author, String at, String text, String anchor) {}

    /** A line of a diff: {@code kind} is a style name. */
    public record DiffLine(String kind, String text) {}

    public boolean isPull() {
        return head != null;
    }
}

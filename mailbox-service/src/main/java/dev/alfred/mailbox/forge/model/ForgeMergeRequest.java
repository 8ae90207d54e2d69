package dev.alfred.mailbox.forge.model;

/**
 * A merge or pull request of the project's own repository (never a fork's).
 *
 * @param iid its number within the project
 * @param headCommit of its branch, or null where the forge does not tell
 */
public record ForgeMergeRequest(
        long iid,
        String id,
        String url,
        String title,
        String branch,
        String base,
        String headCommit,
        boolean open,
        boolean merged,
        boolean draft) {}

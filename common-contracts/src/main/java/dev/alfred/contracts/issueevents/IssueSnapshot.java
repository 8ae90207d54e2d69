package dev.alfred.contracts.issueevents;

import java.time.Instant;
import java.util.List;

/**
 * The issue as the webhook showed it.
 *
 * @param id the forge's global id as text
 * @param body never null; empty where there is none
 * @param labels names, as sent; some forges send stale or empty lists, so the labels that count are read by API
 * @param stateReason {@code completed}, {@code not_planned}, … or null where the forge tells none
 * @param confidential issues that only members may see; not worked on by default
 * @param mergeRequest whether the "issue" is a merge request in disguise (GitHub, Forgejo and Gitea number both alike)
 */
public record IssueSnapshot(
        long iid,
        String id,
        String title,
        String body,
        boolean open,
        String stateReason,
        List<String> labels,
        Actor author,
        boolean confidential,
        boolean mergeRequest,
        String url,
        Instant updatedAt) {
    public IssueSnapshot {
        labels = List.copyOf(labels);
    }
}

package dev.alfred.contracts.runevents;

import java.util.List;

import dev.alfred.contracts.vocabulary.AgentOutcome;

/**
 * What the agent hands back, in {@code /workspace/out/result.json} or, where that is missing, as its last message.
 * Untrusted text, bounded.
 *
 * @param text plan, answer or summary
 * @param question what only a human can answer, or null
 * @param mergeRequest null where the agent proposes none
 */
public record AgentResult(
        AgentOutcome outcome,
        String text,
        String question,
        ProposedMergeRequest mergeRequest,
        List<ThreadReply> threads) {
    public AgentResult {
        threads = threads == null ? List.of() : List.copyOf(threads);
    }

    public record ProposedMergeRequest(String title, String body) {}

    public record ThreadReply(String id, String reply) {}
}

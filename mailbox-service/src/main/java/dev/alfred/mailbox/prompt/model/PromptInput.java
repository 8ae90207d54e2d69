package dev.alfred.mailbox.prompt.model;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * Everything that the prompts of one run are written from.
 *
 * @param headCommit of the branch (or of its base), where it is known; null else
 * @param request what is asked for in this run: the wish, the question, the approval's words; null where the phase says it all
 * @param conversation the issue's comments up to now, oldest first, Alfred's own included
 * @param outsiders what becomes of texts by people without write access
 * @param since what the delta form builds on; null on a mailbox's first run
 * @param instructions the project's own for this phase, from its base branch; null where it has none
 */
public record PromptInput(
        UUID run,
        Phase phase,
        PromptIssue issue,
        String branch,
        String base,
        String headCommit,
        PromptRequest request,
        List<PromptComment> conversation,
        OutsiderTexts outsiders,
        PromptSince since,
        String instructions) {
    public PromptInput {
        conversation = List.copyOf(conversation);
    }

    /** The issue as it was when the run was decided on. */
    public record PromptIssue(long iid, String title, String body, String author) {}

    /** Who asks, and in which words. */
    public record PromptRequest(String login, String text) {}

    public record PromptComment(String id, String login, Voice voice, Instant at, String body) {}

    /** Whose word a comment is. */
    public enum Voice {
        /** Somebody with write access. */
        MEMBER,
        /** Somebody without. */
        OUTSIDER,
        ALFRED
    }

    /** The setting {@code UNTRUSTED_TEXT}. */
    public enum OutsiderTexts {
        OMIT_COMMENTS,
        QUOTE
    }

    /**
     * The last run whose prompt the session holds.
     *
     * @param at comments after this instant are new
     * @param issueChanged whether title or body changed since
     * @param endedEarly why that run ended before its time; {@code NONE} when it ended well
     */
    public record PromptSince(UUID run, Instant at, boolean issueChanged, ExitReason endedEarly) {}
}

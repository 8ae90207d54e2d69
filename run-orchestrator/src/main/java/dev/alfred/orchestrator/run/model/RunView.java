package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;

/**
 * A run as people and other tools see it.
 *
 * @param reason why it waits, while it waits: what its last try met, or the limit that is in its way ({@link WaitDecider})
 * @param waitsUntil before when a run that waits is not tried again, or null
 * @param exitReason why it ended as it did, once it has
 * @param detail what is to be said of that reason, or of the one for which it waits
 * @param deltaSince the run that the delta form of its prompt builds on
 * @param result in the view of one run only, as are the attempts
 */
public record RunView(
        UUID id,
        MailboxKey mailbox,
        Phase phase,
        AdapterId adapter,
        RunState state,
        String reason,
        Instant waitsUntil,
        int attempt,
        RunSession session,
        Usage usage,
        String branch,
        String baseCommit,
        String commit,
        int commits,
        boolean pushed,
        String provider,
        String model,
        String cliVersion,
        RunnerKind runner,
        String image,
        String pool,
        PromptForm promptForm,
        UUID deltaSince,
        ExitReason exitReason,
        String detail,
        String requestedBy,
        Instant requestedAt,
        Instant startedAt,
        Instant endedAt,
        CancelView cancel,
        AgentResult result,
        List<AttemptView> attempts) {

    /** Somebody asked for its end. */
    public record CancelView(String requestedBy, String why, Instant requestedAt) {}

    public record AttemptView(
            int attempt,
            RunnerKind runner,
            String image,
            String stage,
            Instant launchedAt,
            Instant endedAt,
            ExitReason exitReason,
            String detail) {}
}

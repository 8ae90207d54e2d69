package dev.alfred.contracts.runevents;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;

/**
 * A run at its end.
 *
 * @param exitReason {@code none} for a success
 * @param detail one line for people, without secrets, or null
 * @param baseCommit the commit that the run began from, or null when it never began
 * @param commit the branch's head after the run, or null
 * @param commits how many commits the run added to the branch
 * @param pushed whether they reached the forge
 * @param result what the agent handed back, or null
 * @param promptForm the form that the model last read, or null when it read none
 * @param promptSeen whether the prompt entered the session that the next run would resume
 * @param startedAt null when the run never started
 */
public record RunReport(
        UUID run,
        MailboxKey mailbox,
        Phase phase,
        int attempt,
        AdapterId adapter,
        String provider,
        String model,
        String cliVersion,
        RunSession session,
        ExitReason exitReason,
        String detail,
        String baseCommit,
        String commit,
        int commits,
        boolean pushed,
        AgentResult result,
        PromptForm promptForm,
        boolean promptSeen,
        Usage usage,
        Instant startedAt,
        Instant endedAt) {}

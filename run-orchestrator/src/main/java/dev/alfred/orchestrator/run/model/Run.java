package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunState;

/**
 * A run as its owner works on it.
 *
 * @param request what mailbox-service asked for, unchanged from decision to end; the prompts themselves are left out
 * @param reason why it waits or can't go on, or null
 * @param detail what is to be said of that, or null
 * @param owner the instance that holds it, or null
 * @param generation rises at every claim and reclaim; conditions every write
 * @param attempt the newest attempt's number, 0 before the first
 * @param launches how many attempts were launched
 * @param baseCommit fixed by the first attempt, or null
 * @param usage of the attempts that have ended
 * @param startedAt when the first attempt was launched, or null
 * @param readAt when all this was so, by the clock that all instances share
 */
public record Run(
        UUID id,
        RunRequested request,
        RunState state,
        String reason,
        String detail,
        String owner,
        long generation,
        int attempt,
        int launches,
        Optional<Cancel> cancel,
        String baseCommit,
        RunSession session,
        Usage usage,
        Instant startedAt,
        String traceparent,
        Instant readAt) {

    public MailboxKey mailbox() {
        return request.mailbox();
    }

    public Held held() {
        return new Held(id, generation);
    }

    /** A claim on a run: good for writes as long as the run's generation is still this one. */
    public record Held(UUID run, long generation) {}
}

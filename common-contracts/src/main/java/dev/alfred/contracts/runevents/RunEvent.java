package dev.alfred.contracts.runevents;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;

/** What happened to a run, told by run-orchestrator. Key on the topic: the mailbox key. */
public sealed interface RunEvent {
    UUID run();

    MailboxKey mailbox();

    record Started(UUID run, MailboxKey mailbox, Phase phase, int attempt, AdapterId adapter, Instant startedAt)
            implements RunEvent {}

    /** The CLI told its session's id. */
    record SessionKnown(UUID run, MailboxKey mailbox, int attempt, RunSession session) implements RunEvent {}

    /** A run's end. */
    sealed interface Ended extends RunEvent {
        RunReport report();

        @Override
        default UUID run() {
            return report().run();
        }

        @Override
        default MailboxKey mailbox() {
            return report().mailbox();
        }
    }

    record Succeeded(RunReport report) implements Ended {}

    record Failed(RunReport report) implements Ended {}

    record Cancelled(RunReport report) implements Ended {}

    record TimedOut(RunReport report) implements Ended {}

    record Lost(RunReport report) implements Ended {}
}

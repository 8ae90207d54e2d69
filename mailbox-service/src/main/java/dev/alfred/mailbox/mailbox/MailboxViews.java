package dev.alfred.mailbox.mailbox;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.EventState;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.MailboxOverview;
import dev.alfred.mailbox.mailbox.model.MailboxRun;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Spending;
import dev.alfred.mailbox.project.model.Project;

/** Mailboxes and their events as REST shows them. */
final class MailboxViews {
    private MailboxViews() {}

    /**
     * A mailbox.
     *
     * @param phase of the run under way, or null
     * @param mergeRequest null while there is none
     * @param runs the oldest first; left out in lists
     */
    public record MailboxView(
            String key,
            MailboxKind kind,
            long iid,
            String title,
            MailboxStatus status,
            String reason,
            Phase phase,
            String branch,
            MergeRequestView mergeRequest,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<RunView> runs,
            String organization,
            String project,
            String url,
            String triggeredBy,
            boolean tainted,
            SpentView spent,
            long revision,
            Instant createdAt,
            Instant updatedAt,
            Instant closedAt) {}

    /** What the mailbox's runs have used, and what is reserved for the one under way; money in US dollars. */
    public record SpentView(BigDecimal usd, long tokens, BigDecimal reservedUsd, long reservedTokens) {}

    public record MergeRequestView(long iid, String url) {}

    public record RunView(
            UUID id,
            Phase phase,
            RunState state,
            String exitReason,
            String sessionMode,
            String sessionReason,
            String commit,
            String requestedBy,
            Instant requestedAt,
            Instant startedAt,
            Instant endedAt) {}

    /**
     * One event and what came of it.
     *
     * @param waitsFor why it is not decided yet, or null
     * @param decision null until it is decided
     */
    public record EventView(
            UUID id,
            String mailbox,
            EventKind kind,
            EventState state,
            UUID delivery,
            String actor,
            String waitsFor,
            Set<FactNeed> facts,
            String decision,
            String reason,
            UUID run,
            Instant occurredAt,
            Instant receivedAt,
            Instant decidedAt) {}

    /** @param next the cursor of the next page, or null on the last */
    public record MailboxPage(List<MailboxView> items, String next) {}

    /** @param next the cursor of the next page, or null on the last */
    public record EventPage(List<EventView> items, String next) {}

    static MailboxView mailbox(MailboxOverview overview, Project project, List<MailboxRun> runs) {
        MailboxState state = overview.state();
        var mergeRequest = state.mergeRequest();
        return new MailboxView(
                state.key().value(),
                state.kind(),
                state.issue().iid(),
                state.issue().title(),
                state.standing().status(),
                overview.reason(),
                state.standing().run().map(run -> run.phase()).orElse(null),
                state.branch() == null ? null : state.branch().name(),
                mergeRequest == null ? null : new MergeRequestView(mergeRequest.iid(), mergeRequest.url()),
                runs == null ? null : runs.stream().map(MailboxViews::run).toList(),
                project.organization(),
                project.slug(),
                state.issue().url(),
                state.work().triggeredBy(),
                state.work().tainted(),
                spent(state.work().spending()),
                state.revision(),
                overview.createdAt(),
                overview.updatedAt(),
                overview.closedAt());
    }

    private static SpentView spent(Spending spending) {
        return new SpentView(spending.usd(), spending.tokens(), spending.reservedUsd(), spending.reservedTokens());
    }

    static EventView event(MailboxEventRecord event) {
        return new EventView(
                event.id(),
                event.mailbox() == null ? null : event.mailbox().value(),
                event.kind(),
                event.state(),
                event.delivery(),
                event.actor(),
                event.waitsFor(),
                event.needs(),
                event.outcome(),
                event.reason(),
                event.run(),
                event.occurredAt(),
                event.receivedAt(),
                event.decidedAt());
    }

    private static RunView run(MailboxRun run) {
        return new RunView(
                run.id(),
                run.phase(),
                run.state(),
                run.exitReason() == null ? null : run.exitReason().wire(),
                run.sessionMode() == null ? null : run.sessionMode().wire(),
                run.sessionReason(),
                run.commit(),
                run.requestedBy(),
                run.requestedAt(),
                run.startedAt(),
                run.endedAt());
    }
}

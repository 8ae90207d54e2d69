package dev.alfred.mailbox.mailbox.store;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.mailbox.mailbox.model.MailboxRun;

/** The runs that mailboxes asked for. */
@ApplicationScoped
public class MailboxRunRepository {

    public void add(MailboxKey mailbox, MailboxRun run, UUID cause) {
        MailboxRunRow row = new MailboxRunRow();
        row.id = run.id();
        row.mailbox = mailbox.value();
        row.phase = run.phase().wire();
        row.state = run.state().wire();
        row.promptSeen = run.promptSeen();
        row.issueDigest = run.issueDigest();
        row.requestedBy = run.requestedBy();
        row.cause = cause;
        row.replyTo = run.replyTo();
        row.replyToLogin = run.replyToLogin();
        row.requestedAt = run.requestedAt();
        row.persist();
    }

    public Optional<MailboxRun> find(UUID id) {
        return id == null
                ? Optional.empty()
                : MailboxRunRow.<MailboxRunRow>findByIdOptional(id).map(MailboxRunRow::read);
    }

    /** A mailbox's runs, the oldest first. */
    public List<MailboxRun> of(MailboxKey mailbox) {
        return MailboxRunRow.<MailboxRunRow>list("mailbox = ?1 order by requestedAt, id", mailbox.value()).stream()
                .map(MailboxRunRow::read)
                .toList();
    }

    /** Notes what run-orchestrator told of a run; an end is final. */
    public void happened(RunEvent event) {
        MailboxRunRow row = MailboxRunRow.findById(event.run());
        if (row == null || row.endedAt != null) {
            return;
        }
        switch (event) {
            case RunEvent.Started started -> {
                row.state = RunState.RUNNING.wire();
                row.startedAt = row.startedAt == null ? started.startedAt() : row.startedAt;
            }
            case RunEvent.SessionKnown known -> {
                if (known.session() != null && known.session().mode() != null) {
                    row.sessionMode = known.session().mode().wire();
                    row.sessionWhy = known.session().reason();
                }
            }
            case RunEvent.Succeeded(RunReport report) -> end(row, RunState.SUCCEEDED, report);
            case RunEvent.Failed(RunReport report) -> end(row, RunState.FAILED, report);
            case RunEvent.Cancelled(RunReport report) -> end(row, RunState.CANCELLED, report);
            case RunEvent.TimedOut(RunReport report) -> end(row, RunState.TIMED_OUT, report);
            case RunEvent.Lost(RunReport report) -> end(row, RunState.LOST, report);
        }
    }

    private static void end(MailboxRunRow row, RunState state, RunReport report) {
        row.state = state.wire();
        row.exitReason = report.exitReason().wire();
        row.commitId = report.commit();
        row.promptSeen = report.promptSeen();
        row.startedAt = row.startedAt == null ? report.startedAt() : row.startedAt;
        row.endedAt = report.endedAt();
        if (report.session() != null && report.session().mode() != null) {
            row.sessionMode = report.session().mode().wire();
            row.sessionWhy = report.session().reason();
        }
    }
}

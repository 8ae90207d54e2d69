package dev.alfred.sessions.cleanup;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.cleanup.model.SweepPlanner;
import dev.alfred.sessions.cleanup.model.SweepPlanner.Orphan;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/**
 * One sweep: looks at all records, then at all directories, a page at a time, and asks after their mailboxes. Only when
 * every question was answered are the orphans removed that it came upon; they are kept in the database, not here.
 */
final class Sweep {
    private static final Logger LOG = Logger.getLogger(Sweep.class);
    private static final int PAGE = 500;

    private final SweepHandler handler;
    private final MailboxQuestions questions;
    private final Removals removals;
    private final StateDirectories directories;
    private final Instant begun;
    private SweepReport report = SweepReport.NOTHING;
    private long known;
    private long unknown;

    Sweep(
            SweepHandler handler,
            MailboxQuestions questions,
            Removals removals,
            StateDirectories directories,
            Instant begun) {
        this.handler = handler;
        this.questions = questions;
        this.removals = removals;
        this.directories = directories;
        this.begun = begun;
    }

    SweepReport run() {
        if (records() && directories()) {
            long removed = removeOrphans();
            report = report.removed(removed);
        } else {
            report = report.incomplete();
        }
        return report;
    }

    private boolean records() {
        long start = System.nanoTime();
        StateKey last = null;
        boolean answered = true;
        List<StateKey> page;
        do {
            page = handler.presentAfter(last, PAGE);
            if (!page.isEmpty()) {
                last = page.getLast();
                report = report.records(report.records().and(page.size()));
                answered = askAfter(SweepHandler.mailboxes(page));
            }
        } while (answered && page.size() == PAGE);
        report = report.records(report.records().in(Duration.ofNanos(System.nanoTime() - start)));
        return answered;
    }

    private boolean directories() {
        long start = System.nanoTime();
        boolean answered = directories.present(PAGE, page -> {
            report = report.directories(report.directories().and(page.size()));
            return askAfter(handler.unrecorded(page));
        });
        report = report.directories(report.directories().in(Duration.ofNanos(System.nanoTime() - start)));
        return answered;
    }

    /** False when there was no answer: the sweep has to end, whatever the other mailboxes' answers would be. */
    private boolean askAfter(Collection<MailboxKey> mailboxes) {
        if (mailboxes.isEmpty()) {
            return true;
        }
        Optional<Map<MailboxKey, Liveness>> answers = questions.ask(mailboxes);
        answers.ifPresent(this::note);
        return answers.isPresent();
    }

    private void note(Map<MailboxKey, Liveness> answers) {
        long strange = answers.values().stream()
                .filter(Liveness.Unknown.class::isInstance)
                .count();
        unknown += strange;
        known += answers.size() - strange;
        report = report.and(handler.note(answers, begun));
    }

    private long removeOrphans() {
        boolean doubtful = SweepPlanner.doubtful(known, unknown);
        if (doubtful) {
            LOG.errorf(
                    "mailbox-service knows only %d of %d mailboxes, it may have lost its database: state of those that it"
                            + " doesn't know is kept; restore it, or remove such state by DELETE /mailboxes/{key}/sessions/{adapter}/state",
                    known, known + unknown);
        }
        long removed = 0;
        MailboxKey last = null;
        List<Orphan> page;
        do {
            page = handler.orphans(begun, last, PAGE);
            for (Orphan orphan : page) {
                if (doubtful && orphan.unknown()) {
                    report = report.oneDoubted();
                } else {
                    removed += remove(orphan);
                }
                last = orphan.mailbox();
            }
        } while (page.size() == PAGE);
        return removed;
    }

    private long remove(Orphan orphan) {
        return handler.statesOf(orphan.mailbox()).stream()
                .filter(state -> removed(state, orphan))
                .count();
    }

    private boolean removed(StateKey state, Orphan orphan) {
        try {
            return removals.remove(state, new RemovalTrigger.Orphaned(orphan.revision())) instanceof Decision.Remove;
        } catch (RuntimeException e) {
            // One state that resists must not keep the others.
            LOG.errorf(e, "Orphaned state could not be removed, the next sweep tries it again: state=%s", state);
            return false;
        }
    }
}

package dev.alfred.sessions.cleanup;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.cleanup.model.SweepPlanner;
import dev.alfred.sessions.cleanup.model.SweepPlanner.Orphan;
import dev.alfred.sessions.cleanup.model.SweepPlanner.SweepPlan;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import org.jboss.logging.Logger;

/** Looks, at a slow pace, for state whose mailbox is no more: asks, plans, then applies the plan. */
@ApplicationScoped
class OrphanSweep {
    private static final Logger LOG = Logger.getLogger(OrphanSweep.class);

    private final SweepHandler handler;
    private final MailboxQuestions questions;
    private final Removals removals;
    private final StateDirectories directories;
    private final SessionsConfig config;
    private final Clock clock;

    OrphanSweep(
            SweepHandler handler,
            MailboxQuestions questions,
            Removals removals,
            StateDirectories directories,
            SessionsConfig config,
            Clock clock) {
        this.handler = handler;
        this.questions = questions;
        this.removals = removals;
        this.directories = directories;
        this.config = config;
        this.clock = clock;
    }

    @Scheduled(
            every = "${alfred.sessions.sweep.every:10m}",
            delayed = "1m",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void sweep() {
        Instant now = clock.instant();
        Map<MailboxKey, List<SessionState>> inventory = handler.inventory(onDisk(), now);
        SweepPlan plan = SweepPlanner.plan(
                ask(inventory), handler.suspectedSince(), config.sweep().grace(), now);
        handler.note(plan, now);
        for (Orphan orphan : plan.remove()) {
            for (SessionState state : inventory.get(orphan.mailbox())) {
                removals.remove(state.key(), new RemovalTrigger.Orphaned(orphan.revision()));
            }
        }
        LOG.infof(
                "Orphan sweep done: mailboxes=%d suspect=%d cleared=%d removed=%d",
                inventory.size(),
                plan.suspect().size(),
                plan.clear().size(),
                plan.remove().size());
    }

    private Map<StateKey, String> onDisk() {
        Map<StateKey, String> paths = new LinkedHashMap<>();
        directories
                .present()
                .forEach(key -> paths.put(key, directories.path(key).toString()));
        return paths;
    }

    /** Stops at the first question without an answer: the plan will be empty then, whatever the others say. */
    private Map<MailboxKey, Liveness> ask(Map<MailboxKey, List<SessionState>> inventory) {
        Map<MailboxKey, Liveness> answers = new LinkedHashMap<>();
        for (MailboxKey mailbox : inventory.keySet()) {
            Liveness answer = questions.ask(mailbox);
            answers.put(mailbox, answer);
            if (answer instanceof Liveness.Unanswered) {
                return answers;
            }
        }
        return answers;
    }
}

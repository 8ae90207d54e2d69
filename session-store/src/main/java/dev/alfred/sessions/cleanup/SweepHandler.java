package dev.alfred.sessions.cleanup;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.SweepPlanner;
import dev.alfred.sessions.cleanup.model.SweepPlanner.Orphan;
import dev.alfred.sessions.cleanup.model.SweepPlanner.SweepPlan;
import dev.alfred.sessions.cleanup.store.SweepRepository;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.model.StateKey;

/** The sweep's transactions, each for one page: what there is, what is suspect, and what is noted of it. */
@ApplicationScoped
class SweepHandler {
    private final SweepRepository repository;
    private final StateDirectories directories;
    private final Duration grace;

    SweepHandler(SweepRepository repository, StateDirectories directories, SessionsConfig config) {
        this.repository = repository;
        this.directories = directories;
        this.grace = config.sweep().grace();
    }

    @Transactional
    List<StateKey> presentAfter(StateKey last, int most) {
        return repository.presentAfter(last, most);
    }

    /** The mailboxes of those states that have no row. */
    @Transactional
    Set<MailboxKey> unrecorded(List<StateKey> onDisk) {
        Set<StateKey> recorded = repository.presentOf(mailboxes(onDisk));
        return mailboxes(
                onDisk.stream().filter(state -> !recorded.contains(state)).toList());
    }

    /** Takes note of what mailbox-service said of a page's mailboxes. */
    @Transactional
    SweepPlan note(Map<MailboxKey, Liveness> answers, Instant sweep) {
        SweepPlan plan = SweepPlanner.plan(answers, repository.suspectedSince(answers.keySet()), grace, sweep);
        repository.suspect(plan.suspect(), sweep);
        repository.clear(plan.clear());
        repository.orphaned(plan.orphans(), sweep);
        return plan;
    }

    @Transactional
    List<Orphan> orphans(Instant sweep, MailboxKey last, int most) {
        return repository.orphans(sweep, last, most);
    }

    /** All states of a mailbox, with a row or without. */
    @Transactional
    List<StateKey> statesOf(MailboxKey mailbox) {
        Set<StateKey> recorded = repository.presentOf(List.of(mailbox));
        List<StateKey> states = new ArrayList<>();
        for (AdapterId adapter : AdapterId.values()) {
            StateKey key = new StateKey(mailbox, adapter);
            if (recorded.contains(key) || directories.lies(key)) {
                states.add(key);
            }
        }
        return states;
    }

    static Set<MailboxKey> mailboxes(Collection<StateKey> states) {
        Set<MailboxKey> mailboxes = new LinkedHashSet<>();
        states.forEach(state -> mailboxes.add(state.mailbox()));
        return mailboxes;
    }
}

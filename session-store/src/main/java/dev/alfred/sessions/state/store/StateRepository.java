package dev.alfred.sessions.state.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.RemovalCause;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;

/** Which session state there is, who works on it, and what became of it. */
@ApplicationScoped
public class StateRepository {
    private final EntityManager database;

    StateRepository(EntityManager database) {
        this.database = database;
    }

    public Optional<SessionState> find(StateKey key) {
        return row(key).map(StateRepository::state);
    }

    /** Says that the state is there, now or again, and where. */
    public void exists(StateKey key, StateKind kind, String location, Instant now) {
        StateRow row = row(key).orElseGet(StateRow::new);
        if (row.mailbox == null || row.removedAt != null) {
            row.createdAt = now;
        }
        row.kind = kind.wire();
        row.location = location;
        row.removedAt = null;
        row.removalCause = null;
        if (row.mailbox == null) {
            row.mailbox = key.mailbox().value();
            row.adapter = key.adapter().wire();
            database.persist(row);
        }
    }

    public void pin(StateKey key, Pin pin) {
        row(key).ifPresent(row -> {
            row.pinnedRun = pin.run();
            row.pinnedAttempt = pin.attempt();
        });
    }

    /** Lets go of all that an attempt holds; whether it held anything. */
    public boolean unpin(Pin pin) {
        List<StateRow> held = database.createQuery(
                        "from StateRow where pinnedRun = :run and pinnedAttempt = :attempt", StateRow.class)
                .setParameter("run", pin.run())
                .setParameter("attempt", pin.attempt())
                .getResultList();
        held.forEach(row -> {
            row.pinnedRun = null;
            row.pinnedAttempt = null;
        });
        return !held.isEmpty();
    }

    public void measured(StateKey key, long bytes) {
        row(key).ifPresent(row -> row.bytes = bytes);
    }

    /** Sets or lifts the due removal of all state of a mailbox that is still there. */
    public void removalDue(MailboxKey mailbox, boolean due) {
        database.createQuery("from StateRow where mailbox = :mailbox and removedAt is null", StateRow.class)
                .setParameter("mailbox", mailbox.value())
                .getResultList()
                .forEach(row -> row.removalDue = due);
    }

    public void removed(StateKey key, RemovalCause cause, Instant now) {
        row(key).ifPresent(row -> {
            row.removalDue = false;
            row.removedAt = now;
            row.removalCause = cause.wire();
            row.bytes = 0;
            row.removals++;
        });
    }

    /** How often a state of that mailbox and adapter was removed. */
    public int removals(StateKey key) {
        return row(key).map(row -> row.removals).orElse(0);
    }

    /** All that is known of the states of a mailbox, removed ones too. */
    public List<SessionState> of(MailboxKey mailbox) {
        return database
                .createQuery("from StateRow where mailbox = :mailbox", StateRow.class)
                .setParameter("mailbox", mailbox.value())
                .getResultList()
                .stream()
                .map(StateRepository::state)
                .toList();
    }

    /** States whose removal is due, and that no run works on. */
    public List<StateKey> due(int limit) {
        return database
                .createQuery(
                        "from StateRow where removalDue and pinnedRun is null and removedAt is null"
                                + " order by mailbox, adapter",
                        StateRow.class)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(StateRepository::key)
                .toList();
    }

    /** All bytes of state, as last measured. */
    public long bytes() {
        return database.createQuery("select coalesce(sum(bytes), 0) from StateRow where removedAt is null", Long.class)
                .getSingleResult();
    }

    private Optional<StateRow> row(StateKey key) {
        return Optional.ofNullable(database.find(
                StateRow.class,
                new StateRow.Key(key.mailbox().value(), key.adapter().wire())));
    }

    private static StateKey key(StateRow row) {
        return new StateKey(new MailboxKey(row.mailbox), Wire.of(AdapterId.class, row.adapter));
    }

    private static SessionState state(StateRow row) {
        return new SessionState(
                key(row),
                Wire.of(StateKind.class, row.kind),
                row.pinnedRun == null ? null : new Pin(row.pinnedRun, row.pinnedAttempt),
                row.removalDue,
                row.removedAt);
    }
}

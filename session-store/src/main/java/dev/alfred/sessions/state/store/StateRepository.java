package dev.alfred.sessions.state.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.transaction.LookedUp;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.RemovalCause;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;

/** Which session state there is, who works on it, and what became of it. */
@ApplicationScoped
public class StateRepository {
    private final EntityManager database;
    private final LookedUp<MailboxKey, List<StateRow>> lookedUp;

    StateRepository(EntityManager database, TransactionSynchronizationRegistry transaction) {
        this.database = database;
        this.lookedUp = new LookedUp<>(transaction);
    }

    /** Looks up all state of these mailboxes at once for this transaction, which has taken them; how many bytes each holds. */
    public Map<MailboxKey, Long> lookUp(Collection<MailboxKey> mailboxes) {
        Map<String, List<StateRow>> found = database
                .createQuery("from StateRow where mailbox in :mailboxes", StateRow.class)
                .setParameter(
                        "mailboxes", mailboxes.stream().map(MailboxKey::value).toList())
                .getResultList()
                .stream()
                .collect(Collectors.groupingBy(row -> row.mailbox));
        Map<MailboxKey, Long> bytes = new HashMap<>();
        mailboxes.forEach(mailbox -> {
            List<StateRow> rows = new ArrayList<>(found.getOrDefault(mailbox.value(), List.of()));
            lookedUp.put(mailbox, rows);
            bytes.put(mailbox, rows.stream().mapToLong(row -> row.bytes).sum());
        });
        return bytes;
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
            rows(key.mailbox()).add(row);
        }
    }

    public void pin(StateKey key, Pin pin) {
        row(key).ifPresent(row -> {
            row.pinnedRun = pin.run();
            row.pinnedAttempt = pin.attempt();
        });
    }

    /** Lets go of all that an attempt holds of its mailbox; whether it held anything. */
    public boolean unpin(MailboxKey mailbox, Pin pin) {
        List<StateRow> held = rows(mailbox).stream()
                .filter(row -> pin.run().equals(row.pinnedRun) && pin.attempt() == row.pinnedAttempt)
                .toList();
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
        rows(mailbox).stream().filter(row -> row.removedAt == null).forEach(row -> row.removalDue = due);
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
        return rows(mailbox).stream().map(StateRepository::state).toList();
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
        return rows(key.mailbox()).stream()
                .filter(row -> row.adapter.equals(key.adapter().wire()))
                .findFirst();
    }

    private List<StateRow> rows(MailboxKey mailbox) {
        return lookedUp.get(
                mailbox,
                any -> new ArrayList<>(database.createQuery("from StateRow where mailbox = :mailbox", StateRow.class)
                        .setParameter("mailbox", mailbox.value())
                        .getResultList()));
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

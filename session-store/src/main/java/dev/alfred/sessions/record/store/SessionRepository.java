package dev.alfred.sessions.record.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.transaction.LookedUp;
import dev.alfred.sessions.record.model.PastAttempt;
import dev.alfred.sessions.record.model.SessionEntry;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.StateKey;

/** The records of what attempts did with their sessions; rows are added, and only marked when their state goes. */
@ApplicationScoped
public class SessionRepository {
    private static final String PAST = "sessionOff is null order by"
            + " (select max(same.id) from SessionRow same where same.run = session.run) desc, attempt desc";

    private final EntityManager database;
    private final LookedUp<Pin, Optional<SessionRow>> lookedUp;
    private final LookedUp<MailboxKey, List<SessionRow>> lookedUpPast;

    SessionRepository(EntityManager database, TransactionSynchronizationRegistry transaction) {
        this.database = database;
        this.lookedUp = new LookedUp<>(transaction);
        this.lookedUpPast = new LookedUp<>(transaction);
    }

    /** Looks up what is on record of these attempts, all at once for this transaction, which has taken their mailboxes. */
    public void lookUp(Collection<Pin> attempts) {
        Map<Pin, SessionRow> found = database
                .createQuery("from SessionRow where run in :runs", SessionRow.class)
                .setParameter("runs", attempts.stream().map(Pin::run).toList())
                .getResultList()
                .stream()
                .collect(Collectors.toMap(row -> new Pin(row.run, row.attempt), row -> row));
        attempts.forEach(attempt -> lookedUp.put(attempt, Optional.ofNullable(found.get(attempt))));
    }

    /** Looks up what {@link #past} gives for these mailboxes, all at once for this transaction, which has taken them. */
    public void lookUpPast(Collection<MailboxKey> mailboxes) {
        Map<String, List<SessionRow>> found = database
                .createQuery("from SessionRow session where mailbox in :mailboxes and " + PAST, SessionRow.class)
                .setParameter(
                        "mailboxes", mailboxes.stream().map(MailboxKey::value).toList())
                .getResultList()
                .stream()
                .collect(Collectors.groupingBy(row -> row.mailbox));
        mailboxes.forEach(mailbox -> lookedUpPast.put(mailbox, found.getOrDefault(mailbox.value(), List.of())));
    }

    /** What is known of a recorded attempt: whether its CLI started, and under which claim on its run that was told. */
    public record Recorded(boolean cliStarted, long generation) {}

    public Optional<Recorded> recorded(UUID run, int attempt) {
        return row(run, attempt).map(row -> new Recorded(row.cliStarted, row.generation));
    }

    /** The same was told once more, under a newer claim. */
    public void recordedAgain(RecordSession session) {
        row(session.run(), session.attempt())
                .ifPresent(row -> row.generation = Math.max(row.generation, session.generation()));
    }

    /**
     * Puts an attempt on record, or in the place of what was on record of it.
     *
     * @param askedId the session that the attempt was told to resume, or null
     * @param stateRemovedAt when its state was removed already, or null
     */
    public void save(RecordSession session, String askedId, Instant stateRemovedAt, Instant now) {
        Optional<SessionRow> known = row(session.run(), session.attempt());
        SessionRow row = known.orElseGet(SessionRow::new);
        row.run = session.run();
        row.attempt = session.attempt();
        row.generation = session.generation();
        row.mailbox = session.mailbox().value();
        row.adapter = session.adapter().wire();
        row.sessionName = storable(session.sessionName());
        row.nativeSessionId = storable(session.nativeSessionId());
        row.askedSessionId = askedId;
        row.resumed = session.resumed();
        row.resumeFallback = wire(session.resumeFallback());
        row.sessionOff = wire(session.sessionOff());
        row.provider = storable(session.provider());
        row.model = storable(session.model());
        row.cliVersion = storable(session.cliVersion());
        row.fingerprint = json(session.fingerprint());
        row.totals = json(session.totals());
        row.resumable = session.resumable();
        row.tainted = session.tainted();
        row.cliStarted = session.cliStarted();
        row.spoke = session.spoke();
        row.promptSeen = session.promptSeen();
        row.outcome = session.outcome().wire();
        row.exitReason = wire(session.exitReason());
        row.endedAt = session.endedAt() == null ? now : session.endedAt();
        row.recordedAt = now;
        row.stateRemovedAt = stateRemovedAt;
        if (known.isEmpty()) {
            database.persist(row);
            lookedUp.put(new Pin(row.run, row.attempt), Optional.of(row));
        }
    }

    private Optional<SessionRow> row(UUID run, int attempt) {
        return lookedUp.get(
                new Pin(run, attempt),
                any -> database
                        .createQuery("from SessionRow where run = :run and attempt = :attempt", SessionRow.class)
                        .setParameter("run", run)
                        .setParameter("attempt", attempt)
                        .getResultList()
                        .stream()
                        .findFirst());
    }

    /** All attempts of a mailbox that used a session, the newest first; those of one run by number, however late one came. */
    public List<PastAttempt> past(MailboxKey mailbox) {
        return lookedUpPast
                .get(
                        mailbox,
                        any -> database.createQuery(
                                        "from SessionRow session where mailbox = :mailbox and " + PAST,
                                        SessionRow.class)
                                .setParameter("mailbox", mailbox.value())
                                .getResultList())
                .stream()
                .map(SessionRepository::pastAttempt)
                .toList();
    }

    /** Records before that position, the newest first; a null mailbox lets all through. */
    public List<SessionEntry> page(MailboxKey mailbox, long before, int limit) {
        return database
                .createQuery(
                        "from SessionRow where id < :before and (:mailbox is null or mailbox = :mailbox) order by id desc",
                        SessionRow.class)
                .setParameter("before", before)
                .setParameter("mailbox", mailbox == null ? null : mailbox.value())
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(SessionRepository::entry)
                .toList();
    }

    /** Marks all sessions of that state as gone. */
    public void stateRemoved(StateKey key, Instant now) {
        database.createQuery("update SessionRow set stateRemovedAt = :now"
                        + " where mailbox = :mailbox and adapter = :adapter and stateRemovedAt is null")
                .setParameter("now", now)
                .setParameter("mailbox", key.mailbox().value())
                .setParameter("adapter", key.adapter().wire())
                .executeUpdate();
    }

    private static PastAttempt pastAttempt(SessionRow row) {
        return new PastAttempt(
                row.run,
                row.attempt,
                Wire.of(AdapterId.class, row.adapter),
                row.nativeSessionId,
                row.askedSessionId,
                constant(ResumeFallback.class, row.resumeFallback),
                row.cliVersion,
                value(SessionFingerprint.class, row.fingerprint),
                value(SessionTotals.class, row.totals),
                row.resumable,
                row.tainted,
                row.cliStarted,
                row.spoke,
                row.promptSeen,
                Wire.of(RunState.class, row.outcome),
                constant(ExitReason.class, row.exitReason),
                row.stateRemovedAt != null);
    }

    private static SessionEntry entry(SessionRow row) {
        return new SessionEntry(
                row.id,
                new RecordSession(
                        row.run,
                        row.attempt,
                        row.generation,
                        new MailboxKey(row.mailbox),
                        row.sessionName,
                        row.nativeSessionId,
                        row.resumed,
                        constant(ResumeFallback.class, row.resumeFallback),
                        constant(SessionOff.class, row.sessionOff),
                        Wire.of(AdapterId.class, row.adapter),
                        row.provider,
                        row.model,
                        row.cliVersion,
                        value(SessionFingerprint.class, row.fingerprint),
                        value(SessionTotals.class, row.totals),
                        row.resumable,
                        row.tainted,
                        row.cliStarted,
                        row.spoke,
                        row.promptSeen,
                        Wire.of(RunState.class, row.outcome),
                        constant(ExitReason.class, row.exitReason),
                        row.endedAt),
                row.stateRemovedAt);
    }

    /** What a CLI told may be anything, and the database takes no NUL. */
    private static String storable(String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    private static String wire(Wire constant) {
        return constant == null ? null : constant.wire();
    }

    private static <E extends Enum<E> & Wire> E constant(Class<E> vocabulary, String wire) {
        return wire == null ? null : Wire.of(vocabulary, wire);
    }

    private static String json(Object value) {
        try {
            return value == null ? null : ContractJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a contract's record can't be written as JSON", e);
        }
    }

    private static <T> T value(Class<T> type, String json) {
        try {
            return json == null ? null : ContractJson.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored " + type.getSimpleName() + " can't be read", e);
        }
    }
}

package dev.alfred.mailbox.mailbox.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.EventState;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.phase.model.Decision;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Outcome;

/** All events of mailboxes, with what was found and decided. */
@ApplicationScoped
public class MailboxEventRepository {
    private static final String CLAIM = """
            update mailbox_event set try_at = cast(:until as timestamptz), attempts = attempts + 1
            where id = (select id from mailbox_event
                        where state = 'facts' and connection = :connection and try_at <= cast(:now as timestamptz)
                        order by position limit 1 for update skip locked)
            returning id""";

    private final EntityManager entities;

    MailboxEventRepository(EntityManager entities) {
        this.entities = entities;
    }

    public void add(NewMailboxEvent event) {
        MailboxEventRow.of(event).persist();
    }

    /** Whether an event about the same thing is there already. */
    public Optional<MailboxEventRecord> about(MailboxKey mailbox, String subject) {
        return MailboxEventRow.<MailboxEventRow>find("mailbox = ?1 and subject = ?2", mailbox.value(), subject)
                .firstResultOptional()
                .map(MailboxEventRow::read);
    }

    public Optional<MailboxEventRecord> find(UUID id) {
        return MailboxEventRow.<MailboxEventRow>findByIdOptional(id).map(MailboxEventRow::read);
    }

    /** What of a mailbox is not decided, in the order of arrival. */
    public List<MailboxEventRecord> undecided(MailboxKey mailbox) {
        return MailboxEventRow.<MailboxEventRow>list(
                        "mailbox = ?1 and state <> ?2 order by position", mailbox.value(), EventState.DECIDED.wire())
                .stream()
                .map(MailboxEventRow::read)
                .toList();
    }

    /** Mailboxes with something to decide now. */
    public List<MailboxKey> decidable(Instant now, int most) {
        return entities
                .createQuery("""
                        select e.mailbox from MailboxEventRow e
                        where e.state = :ready and e.decideAt <= :now
                        group by e.mailbox order by min(e.position)""", String.class)
                .setParameter("ready", EventState.READY.wire())
                .setParameter("now", now)
                .setMaxResults(most)
                .getResultList()
                .stream()
                .map(MailboxKey::new)
                .toList();
    }

    /** Connections with forges to be asked now. */
    public List<String> connectionsToAsk(Instant now) {
        return entities.createQuery(
                        "select distinct e.connection from MailboxEventRow e where e.state = :facts and e.tryAt <= :now",
                        String.class)
                .setParameter("facts", EventState.FACTS.wire())
                .setParameter("now", now)
                .getResultList();
    }

    /** Takes the connection's next event whose facts are to be read; it comes back after a while if its worker dies. */
    public Optional<MailboxEventRecord> claim(String connection, Instant now, Duration claim) {
        List<?> ids = entities.createNativeQuery(CLAIM, UUID.class)
                .setParameter("connection", connection)
                .setParameter("now", now.toString())
                .setParameter("until", now.plus(claim).toString())
                .getResultList();
        return ids.isEmpty() ? Optional.empty() : find((UUID) ids.getFirst());
    }

    /** The facts are there. */
    public void found(UUID id, Facts facts, Instant at) {
        MailboxEventRow row = MailboxEventRow.findById(id);
        if (row.state.equals(EventState.FACTS.wire())) {
            row.facts(facts, at);
            row.state = EventState.READY.wire();
            row.waitsFor = null;
        }
    }

    /** The forge can't be asked now: people see why, and it is tried again later. */
    public void notFound(UUID id, String why, Instant tryAt) {
        MailboxEventRow row = MailboxEventRow.findById(id);
        row.waitsFor = why;
        row.tryAt = tryAt;
    }

    /** What was decided on an event, which stays undecided where it is kept. */
    public void decided(UUID id, Decision decision, UUID run, Instant at) {
        MailboxEventRow row = MailboxEventRow.findById(id);
        if (decision.outcome() == Outcome.KEEP) {
            row.state = EventState.KEPT.wire();
            row.waitsFor = decision.reason();
            return;
        }
        row.state = EventState.DECIDED.wire();
        row.waitsFor = null;
        row.outcome = decision.outcome().wire();
        row.reason = decision.reason();
        row.run = run == null ? row.run : run;
        row.decidedAt = at;
    }

    /** Stores an event together with its end. */
    public void addDecided(NewMailboxEvent event, Outcome outcome, String reason, UUID run) {
        MailboxEventRow row = MailboxEventRow.of(event);
        row.state = EventState.DECIDED.wire();
        row.outcome = outcome.wire();
        row.reason = reason;
        row.run = run;
        row.decidedAt = event.receivedAt();
        row.persist();
    }

    /** Tells the events that asked for a run which one it became. */
    public void ledTo(Collection<UUID> ids, UUID run) {
        entities.createQuery("update MailboxEventRow e set e.run = :run where e.id in :ids")
                .setParameter("run", run)
                .setParameter("ids", ids)
                .executeUpdate();
    }

    /** What was kept can be decided; what was read from the forge before {@code freshAfter} is read again. */
    public void release(MailboxKey mailbox, Instant now, Instant freshAfter) {
        List<MailboxEventRow> kept =
                MailboxEventRow.list("mailbox = ?1 and state = ?2", mailbox.value(), EventState.KEPT.wire());
        for (MailboxEventRow row : kept) {
            boolean stale = row.factsAt != null && row.factsAt.isBefore(freshAfter);
            row.state = (stale ? EventState.FACTS : EventState.READY).wire();
            row.waitsFor = null;
            row.tryAt = now;
        }
    }

    /** A mailbox's events, the latest first. */
    public List<MailboxEventRecord> of(MailboxKey mailbox, Long before, int most) {
        return MailboxEventRow.<MailboxEventRow>find(
                        "mailbox = ?1 and position < ?2 order by position desc",
                        mailbox.value(),
                        before == null ? Long.MAX_VALUE : before)
                .page(0, most)
                .list()
                .stream()
                .map(MailboxEventRow::read)
                .toList();
    }

    /** All events that one delivery led to. */
    public List<MailboxEventRecord> ofDelivery(UUID delivery) {
        return MailboxEventRow.<MailboxEventRow>list("delivery = ?1 order by position", delivery).stream()
                .map(MailboxEventRow::read)
                .toList();
    }

    /** The events that tell of a mailbox's comments, in the order of arrival. */
    public List<MailboxEventRecord> comments(MailboxKey mailbox) {
        return MailboxEventRow.<MailboxEventRow>list(
                        "mailbox = ?1 and kind in ?2 order by position",
                        mailbox.value(),
                        List.of(
                                EventKind.COMMENTED.wire(),
                                EventKind.COMMENT_EDITED.wire(),
                                EventKind.COMMENT_DELETED.wire(),
                                EventKind.BRANCHES_ASKED.wire()))
                .stream()
                .map(MailboxEventRow::read)
                .toList();
    }
}

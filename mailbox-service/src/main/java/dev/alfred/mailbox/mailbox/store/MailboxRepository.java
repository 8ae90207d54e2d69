package dev.alfred.mailbox.mailbox.store;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.mailbox.model.MailboxOverview;
import dev.alfred.mailbox.phase.model.MailboxState;

/** Mailboxes, each as one row with its state. */
@ApplicationScoped
public class MailboxRepository {
    private static final String SKIP_LOCKED =
            "select mailbox_key from mailbox where mailbox_key = :key for update skip locked";

    private final EntityManager entities;

    MailboxRepository(EntityManager entities) {
        this.entities = entities;
    }

    /** Makes the row unless it is there. */
    public void openIfAbsent(MailboxState mailbox, Instant now) {
        MailboxRow row = new MailboxRow();
        row.write(mailbox, now);
        entities.createNativeQuery("""
                        insert into mailbox (mailbox_key, project, kind, iid, title, status, revision, due, state,
                                             created_at, updated_at)
                        values (:key, :project, :kind, :iid, :title, :status, :revision, false, :state,
                                :now, :now)
                        on conflict do nothing""")
                .setParameter("key", row.key)
                .setParameter("project", row.project)
                .setParameter("kind", row.kind)
                .setParameter("iid", row.iid)
                .setParameter("title", row.title)
                .setParameter("status", row.status)
                .setParameter("revision", row.revision)
                .setParameter("state", row.state)
                .setParameter("now", now)
                .executeUpdate();
    }

    public Optional<MailboxState> find(MailboxKey key) {
        return row(key).map(MailboxRow::read);
    }

    public Optional<MailboxOverview> overview(MailboxKey key) {
        return row(key).map(MailboxRepository::overview);
    }

    /** How those of the mailboxes stand that there are. */
    public List<MailboxStanding> standings(Collection<MailboxKey> keys) {
        return entities
                .createQuery(
                        "select m.key, m.project, m.status, m.revision from MailboxRow m where m.key in :keys",
                        Object[].class)
                .setParameter("keys", keys.stream().map(MailboxKey::value).toList())
                .getResultList()
                .stream()
                .map(row -> new MailboxStanding(
                        new MailboxKey((String) row[0]),
                        (UUID) row[1],
                        Wire.of(MailboxStatus.class, (String) row[2]),
                        (Long) row[3]))
                .toList();
    }

    /** Waits for the row and holds it until the transaction ends: all changes of a mailbox are one after another. */
    public Optional<MailboxState> lock(MailboxKey key) {
        MailboxRow row = entities.find(MailboxRow.class, key.value(), LockModeType.PESSIMISTIC_WRITE);
        return Optional.ofNullable(row).map(MailboxRow::read);
    }

    /** As {@link #lock}, but empty where somebody else has it. */
    public Optional<MailboxState> lockIfFree(MailboxKey key) {
        boolean free = !entities.createNativeQuery(SKIP_LOCKED)
                .setParameter("key", key.value())
                .getResultList()
                .isEmpty();
        return free ? lock(key) : Optional.empty();
    }

    /** Writes a mailbox that is locked. */
    public void save(MailboxState mailbox, Instant now) {
        row(mailbox.key()).orElseThrow().write(mailbox, now);
    }

    /** Tells people what holds up a mailbox that is locked, until its next change. */
    public void heldUpBy(MailboxKey key, String why) {
        row(key).orElseThrow().reason = why;
    }

    /** Names of the project's branches but this mailbox's own. */
    public Set<String> branchesBeside(MailboxState mailbox) {
        return new HashSet<>(entities.createQuery(
                        "select m.branch from MailboxRow m"
                                + " where m.project = :project and m.branch is not null and m.key <> :key",
                        String.class)
                .setParameter("project", mailbox.project())
                .setParameter("key", mailbox.key().value())
                .getResultList());
    }

    /** Mailboxes in which a phase waits to be started. */
    public List<MailboxKey> due(int most) {
        return entities
                .createQuery("select m.key from MailboxRow m where m.due order by m.updatedAt", String.class)
                .setMaxResults(most)
                .getResultList()
                .stream()
                .map(MailboxKey::new)
                .toList();
    }

    /** What was last sent to the forge as the mailbox's status, or null. */
    public String shown(MailboxKey key) {
        return row(key).orElseThrow().shown;
    }

    public void shown(MailboxKey key, String status) {
        row(key).orElseThrow().shown = status;
    }

    public Optional<String> statusComment(MailboxKey key) {
        return row(key).map(found -> found.statusComment);
    }

    public void statusComment(MailboxKey key, String commentId) {
        row(key).ifPresent(found -> found.statusComment = commentId);
    }

    /** @param before where the page begins, or null for the first one; latest change first */
    public List<MailboxOverview> list(MailboxFilter filter, MailboxCursor before, int most) {
        StringBuilder where = new StringBuilder("from MailboxRow m where 1 = 1");
        Map<String, Object> parameters = new HashMap<>();
        if (filter.status() != null) {
            where.append(" and m.status = :status");
            parameters.put("status", filter.status().wire());
        }
        if (filter.kind() != null) {
            where.append(" and m.kind = :kind");
            parameters.put("kind", filter.kind().wire());
        }
        if (filter.project() != null) {
            where.append(" and m.project = :project");
            parameters.put("project", filter.project());
        }
        if (before != null) {
            where.append(" and (m.updatedAt < :at or (m.updatedAt = :at and m.key < :key))");
            parameters.put("at", before.updatedAt());
            parameters.put("key", before.key().value());
        }
        var query = entities.createQuery(where + " order by m.updatedAt desc, m.key desc", MailboxRow.class);
        parameters.forEach(query::setParameter);
        return query.setMaxResults(most).getResultList().stream()
                .map(MailboxRepository::overview)
                .toList();
    }

    /** How many mailboxes there are of each kind and status. */
    public Map<MailboxCount, Long> count() {
        Map<MailboxCount, Long> counts = new HashMap<>();
        entities.createQuery(
                        "select m.kind, m.status, count(*) from MailboxRow m group by m.kind, m.status", Object[].class)
                .getResultList()
                .forEach(row -> counts.put(new MailboxCount((String) row[0], (String) row[1]), (Long) row[2]));
        return counts;
    }

    /** A mailbox's project, and how it stands there. */
    public record MailboxStanding(MailboxKey key, UUID project, MailboxStatus status, long revision) {}

    /** One kind and status, as they are spelled. */
    public record MailboxCount(String kind, String status) {}

    /** What a list is narrowed to; null narrows nothing. */
    public record MailboxFilter(MailboxStatus status, MailboxKind kind, UUID project) {}

    /** The last mailbox of the page before. */
    public record MailboxCursor(Instant updatedAt, MailboxKey key) {}

    private Optional<MailboxRow> row(MailboxKey key) {
        return Optional.ofNullable(entities.find(MailboxRow.class, key.value()));
    }

    private static MailboxOverview overview(MailboxRow row) {
        return new MailboxOverview(row.read(), row.reason, row.createdAt, row.updatedAt, row.closedAt);
    }
}

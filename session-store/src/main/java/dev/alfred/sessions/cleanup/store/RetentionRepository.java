package dev.alfred.sessions.cleanup.store;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.sessions.cleanup.model.RetentionPlanner.Ended;
import dev.alfred.sessions.state.model.StateKey;

/** Which mailboxes ended, and the removal of all rows of one of them. */
@ApplicationScoped
public class RetentionRepository {
    private static final String ENDED_UNTIL = """
            SELECT mailbox, ended_at FROM mailbox_life
            WHERE ended_at <= ?1 AND (ended_at, mailbox) > (?2, ?3) ORDER BY ended_at, mailbox LIMIT ?4
            """;
    private static final String SESSIONS =
            "DELETE FROM llm_session WHERE id IN (SELECT id FROM llm_session WHERE mailbox = ?1 LIMIT ?2)";
    private static final String RESOLUTIONS = """
            DELETE FROM resolution WHERE (run, attempt) IN
            (SELECT run, attempt FROM resolution WHERE mailbox = ?1 LIMIT ?2)
            """;
    private static final String AUDIT =
            "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE target IN (?1) LIMIT ?2)";

    private final EntityManager database;

    RetentionRepository(EntityManager database) {
        this.database = database;
    }

    /** Its rows are kept for retention from then on; a later end counts. */
    public void ended(MailboxKey mailbox, Instant at) {
        database.createNativeQuery("UPDATE mailbox_life SET ended_at = ?2 WHERE mailbox = ?1")
                .setParameter(1, mailbox.value())
                .setParameter(2, at)
                .executeUpdate();
    }

    /** As {@link #ended}, where nothing is known of an earlier end. */
    public void endedAtLast(MailboxKey mailbox, Instant at) {
        database.createNativeQuery("UPDATE mailbox_life SET ended_at = ?2 WHERE mailbox = ?1 AND ended_at IS NULL")
                .setParameter(1, mailbox.value())
                .setParameter(2, at)
                .executeUpdate();
    }

    public void lives(Ended ended) {
        database.createNativeQuery("UPDATE mailbox_life SET ended_at = NULL WHERE mailbox = ?1 AND ended_at = ?2")
                .setParameter(1, ended.mailbox().value())
                .setParameter(2, ended.at())
                .executeUpdate();
    }

    /** What ended until then, the earliest first, behind that one; null for the first page. */
    public List<Ended> endedUntil(Instant limit, Ended last, int most) {
        List<?> rows = database.createNativeQuery(ENDED_UNTIL, Object[].class)
                .setParameter(1, limit)
                .setParameter(2, last == null ? Instant.EPOCH : last.at())
                .setParameter(3, last == null ? "" : last.mailbox().value())
                .setParameter(4, most)
                .getResultList();
        return rows.stream()
                .map(Object[].class::cast)
                .map(row -> new Ended(new MailboxKey((String) row[0]), (Instant) row[1]))
                .toList();
    }

    /** Whether it is still known to have ended then, and no state or claim of it is left. */
    public boolean over(Ended ended) {
        return !database.createNativeQuery("""
                        SELECT 1 FROM mailbox_life AS life WHERE mailbox = ?1 AND ended_at = ?2
                        AND NOT EXISTS (SELECT 1 FROM session_state AS state
                                        WHERE state.mailbox = life.mailbox AND state.removed_at IS NULL)
                        AND NOT EXISTS (SELECT 1 FROM session_claim AS claim
                                        WHERE claim.mailbox = life.mailbox AND claim.deleted_at IS NULL)
                        """)
                .setParameter(1, ended.mailbox().value())
                .setParameter(2, ended.at())
                .getResultList()
                .isEmpty();
    }

    /** Removes at most so many rows of each kind, and how many it were in all; the mailbox's own row stays. */
    public int removeSome(MailboxKey mailbox, int most) {
        List<String> targets = Stream.concat(
                        Arrays.stream(AdapterId.values()).map(adapter -> new StateKey(mailbox, adapter).toString()),
                        claims(mailbox).stream())
                .toList();
        return remove(SESSIONS, mailbox.value(), most)
                + remove(RESOLUTIONS, mailbox.value(), most)
                + remove(AUDIT, targets, most);
    }

    private List<String> claims(MailboxKey mailbox) {
        List<?> names = database.createNativeQuery("SELECT name FROM session_claim WHERE mailbox = ?1")
                .setParameter(1, mailbox.value())
                .getResultList();
        return names.stream().map(String.class::cast).toList();
    }

    private int remove(String sql, Object of, int most) {
        return database.createNativeQuery(sql)
                .setParameter(1, of)
                .setParameter(2, most)
                .executeUpdate();
    }

    /** Removes what is known of the mailbox itself, of its states and of its claims. */
    public void forget(MailboxKey mailbox) {
        for (String table : List.of("session_state", "session_claim", "mailbox_life")) {
            database.createNativeQuery("DELETE FROM " + table + " WHERE mailbox = ?1")
                    .setParameter(1, mailbox.value())
                    .executeUpdate();
        }
    }
}

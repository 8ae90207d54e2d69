package dev.alfred.sessions.record.store;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.messaging.transaction.LookedUp;
import dev.alfred.sessions.state.model.Pin;

/** What each attempt was answered when it asked for a session. */
@ApplicationScoped
public class ResolutionRepository {
    private final EntityManager database;
    private final LookedUp<ResolutionRow.Key, Optional<ResolutionRow>> lookedUp;

    ResolutionRepository(EntityManager database, TransactionSynchronizationRegistry transaction) {
        this.database = database;
        this.lookedUp = new LookedUp<>(transaction);
    }

    /** Looks up what these attempts were answered, all at once for this transaction, which has taken their mailboxes. */
    public void lookUp(Collection<Pin> attempts) {
        Map<ResolutionRow.Key, ResolutionRow> found = database
                .createQuery("from ResolutionRow where run in :runs", ResolutionRow.class)
                .setParameter("runs", attempts.stream().map(Pin::run).toList())
                .getResultList()
                .stream()
                .collect(Collectors.toMap(row -> new ResolutionRow.Key(row.run, row.attempt), row -> row));
        attempts.forEach(attempt -> {
            ResolutionRow.Key key = new ResolutionRow.Key(attempt.run(), attempt.attempt());
            lookedUp.put(key, Optional.ofNullable(found.get(key)));
        });
    }

    /** A question and its answer. */
    public record Answered(ResolveSession request, SessionResolution answer) {}

    /** What an attempt asked last, and was answered. */
    public Optional<Answered> find(UUID run, int attempt) {
        return row(new ResolutionRow.Key(run, attempt))
                .map(row -> new Answered(
                        read(row.request, ResolveSession.class), read(row.answer, SessionResolution.class)));
    }

    /** An attempt that was planned anew before its start asks anew; the last answer counts. */
    public void save(Answered answered, Instant now) {
        ResolveSession request = answered.request();
        ResolutionRow.Key key = new ResolutionRow.Key(request.run(), request.attempt());
        Optional<ResolutionRow> known = row(key);
        ResolutionRow row = known.orElseGet(ResolutionRow::new);
        row.run = request.run();
        row.attempt = request.attempt();
        row.mailbox = request.mailbox().value();
        row.adapter = request.adapter().wire();
        row.request = write(request);
        row.answer = write(answered.answer());
        row.resolvedAt = now;
        if (known.isEmpty()) {
            database.persist(row);
            lookedUp.put(key, Optional.of(row));
        }
    }

    private Optional<ResolutionRow> row(ResolutionRow.Key key) {
        return lookedUp.get(key, any -> Optional.ofNullable(database.find(ResolutionRow.class, key)));
    }

    private static String write(Object value) {
        try {
            return ContractJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a resolution can't be written as JSON", e);
        }
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ContractJson.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored resolution can't be read", e);
        }
    }
}

package dev.alfred.sessions.record.store;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;

/** What each attempt was answered when it asked for a session. */
@ApplicationScoped
public class ResolutionRepository {
    private final EntityManager database;

    ResolutionRepository(EntityManager database) {
        this.database = database;
    }

    /** A question and its answer. */
    public record Answered(ResolveSession request, SessionResolution answer) {}

    /** What an attempt asked last, and was answered. */
    public Optional<Answered> find(UUID run, int attempt) {
        return Optional.ofNullable(database.find(ResolutionRow.class, new ResolutionRow.Key(run, attempt)))
                .map(row -> new Answered(
                        read(row.request, ResolveSession.class), read(row.answer, SessionResolution.class)));
    }

    /** An attempt that was planned anew before its start asks anew; the last answer counts. */
    public void save(Answered answered, Instant now) {
        ResolveSession request = answered.request();
        ResolutionRow known =
                database.find(ResolutionRow.class, new ResolutionRow.Key(request.run(), request.attempt()));
        ResolutionRow row = known == null ? new ResolutionRow() : known;
        row.run = request.run();
        row.attempt = request.attempt();
        row.mailbox = request.mailbox().value();
        row.adapter = request.adapter().wire();
        row.request = write(request);
        row.answer = write(answered.answer());
        row.resolvedAt = now;
        if (known == null) {
            database.persist(row);
        }
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

package dev.alfred.sessions.record.store;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.sessions.state.model.StateKey;

/** What each attempt was answered when it asked for a session. */
@ApplicationScoped
public class ResolutionRepository {
    private final EntityManager database;

    ResolutionRepository(EntityManager database) {
        this.database = database;
    }

    public Optional<SessionResolution> find(UUID run, int attempt) {
        return Optional.ofNullable(database.find(ResolutionRow.class, new ResolutionRow.Key(run, attempt)))
                .map(row -> read(row.answer));
    }

    public void add(UUID run, int attempt, StateKey key, SessionResolution answer, Instant now) {
        ResolutionRow row = new ResolutionRow();
        row.run = run;
        row.attempt = attempt;
        row.mailbox = key.mailbox().value();
        row.adapter = key.adapter().wire();
        row.answer = write(answer);
        row.resolvedAt = now;
        database.persist(row);
    }

    private static String write(SessionResolution answer) {
        try {
            return ContractJson.mapper().writeValueAsString(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a resolution can't be written as JSON", e);
        }
    }

    private static SessionResolution read(String answer) {
        try {
            return ContractJson.mapper().readValue(answer, SessionResolution.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored resolution can't be read", e);
        }
    }
}

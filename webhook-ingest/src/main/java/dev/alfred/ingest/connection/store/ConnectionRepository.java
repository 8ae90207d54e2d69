package dev.alfred.ingest.connection.store;

import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.ingest.connection.model.Connection;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/** Connections in the database; their secrets are in the clear only in what this gives out. */
@ApplicationScoped
public class ConnectionRepository {
    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

    private final Rows rows;
    private final SecretCipher cipher;

    ConnectionRepository(Rows rows, SecretCipher cipher) {
        this.rows = rows;
        this.cipher = cipher;
    }

    /** The rows by Panache. */
    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<ConnectionRow, String> {}

    public Optional<Connection> find(String name) {
        return rows.findByIdOptional(name).map(this::connection);
    }

    /** As {@link #find}, and nobody else makes or changes it until the transaction ends. */
    public Optional<Connection> lock(String name) {
        rows.getEntityManager()
                .createNativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:name, 0))) as taken")
                .setParameter("name", "connection:" + name)
                .getSingleResult();
        return find(name);
    }

    /** The connections after that name, in the order of their names. */
    public List<Connection> page(String after, int limit) {
        return rows.find("name > ?1 order by name", after == null ? "" : after).page(0, limit).stream()
                .map(this::connection)
                .toList();
    }

    public void save(Connection connection) {
        ConnectionRow row = rows.findByIdOptional(connection.name()).orElseGet(ConnectionRow::new);
        boolean isNew = row.name == null;
        row.name = connection.name();
        row.forge = connection.forge().wire();
        row.baseUrl = connection.baseUrl();
        row.sealedSecrets = cipher.seal(json(connection.secrets()), connection.name());
        row.projects = connection.projects().toArray(String[]::new);
        row.createdAt = connection.createdAt();
        row.updatedAt = connection.updatedAt();
        if (isNew) {
            rows.persist(row);
        }
    }

    /** Whether there was one. */
    public boolean remove(String name) {
        return rows.deleteById(name);
    }

    private Connection connection(ConnectionRow row) {
        return new Connection(
                row.name,
                Wire.of(ForgeKind.class, row.forge),
                row.baseUrl,
                secrets(cipher.open(row.sealedSecrets, row.name)),
                List.of(row.projects),
                row.createdAt,
                row.updatedAt);
    }

    private static String json(List<String> secrets) {
        try {
            return ContractJson.mapper().writeValueAsString(secrets);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a list of texts can't be written as JSON", e);
        }
    }

    private static List<String> secrets(String json) {
        try {
            return ContractJson.mapper().readValue(json, TEXTS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("stored secrets are no list of texts", e);
        }
    }
}

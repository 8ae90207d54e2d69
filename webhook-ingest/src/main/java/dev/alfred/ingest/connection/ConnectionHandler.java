package dev.alfred.ingest.connection;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.ingest.connection.model.Connection;
import dev.alfred.ingest.connection.model.ConnectionSpec;
import dev.alfred.ingest.connection.store.AuditTrail;
import dev.alfred.ingest.connection.store.ConnectionRepository;

/** Reads and changes connections, each in one transaction with its audit row. */
@ApplicationScoped
public class ConnectionHandler {
    private final ConnectionRepository connections;
    private final AuditTrail audit;
    private final Clock clock;

    ConnectionHandler(ConnectionRepository connections, AuditTrail audit, Clock clock) {
        this.connections = connections;
        this.audit = audit;
        this.clock = clock;
    }

    /** @param created whether there was none of that name before */
    public record Saved(Connection connection, boolean created) {}

    @Transactional
    public Optional<Connection> find(String name) {
        return connections.find(name);
    }

    @Transactional
    public List<Connection> page(String after, int limit) {
        return connections.page(after, limit);
    }

    @Transactional
    public Saved put(String name, ConnectionSpec spec, String who) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Optional<Connection> former = connections.lock(name);
        Connection connection = new Connection(
                name,
                spec.forge(),
                spec.baseUrl(),
                spec.secrets(),
                spec.projects(),
                former.map(Connection::createdAt).orElse(now),
                now);
        connections.save(connection);
        audit.record(who, "connection.put", name, former.isPresent() ? "changed" : "created");
        return new Saved(connection, former.isEmpty());
    }

    @Transactional
    public void delete(String name, String who) {
        boolean there = connections.remove(name);
        audit.record(who, "connection.delete", name, there ? "deleted" : "absent");
    }
}

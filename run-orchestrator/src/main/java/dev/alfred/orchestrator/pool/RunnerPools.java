package dev.alfred.orchestrator.pool;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.audit.AuditTrail;
import dev.alfred.orchestrator.pool.model.KnownPool;
import dev.alfred.orchestrator.transaction.Grouped;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.runtime.StartupEvent;

/** The runner pools: capacity from the database, the rest from their resource where one declares them, else from the configuration. */
@ApplicationScoped
public class RunnerPools implements PanacheRepositoryBase<RunnerPoolRow, String> {
    private static final String MADE =
            "INSERT INTO runner_pool (name, capacity) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

    private final OrchestratorConfig config;
    private final AuditTrail audit;
    private final Event<PoolChanged> changed;

    RunnerPools(OrchestratorConfig config, AuditTrail audit, Event<PoolChanged> changed) {
        this.config = config;
        this.audit = audit;
        this.changed = changed;
    }

    /** Fired in the transaction in which a pool's capacity was set. */
    public record PoolChanged(String pool, int capacity) {}

    /** What came of a change over REST. */
    public sealed interface Resized {
        record Done(RunnerPool pool) implements Resized {}

        /** A resource in that namespace sets the pool's capacity. */
        record Declared(String namespace) implements Resized {}
    }

    @Transactional
    void start(@Observes StartupEvent event) {
        config.pools().forEach((name, pool) -> make(name, pool.capacity().orElse(1)));
    }

    @Transactional
    public List<RunnerPool> all() {
        return find("order by name").stream().map(this::pool).toList();
    }

    @Grouped(Grouped.Kind.READS)
    @Transactional
    public Optional<RunnerPool> named(String name) {
        return findByIdOptional(name).map(this::pool);
    }

    /** What the pool's resource says of its pods, as it was handed in; also of one that is gone. */
    @Transactional
    public Optional<String> podSettings(String name) {
        return findByIdOptional(name).map(row -> row.podSettings);
    }

    /** Sets the capacity, of a new pool too. */
    @Transactional
    public Resized resize(String name, int capacity, String by) {
        RunnerPoolRow row = locked(name);
        Optional<String> owner = row.known().owner();
        if (owner.isPresent()) {
            return new Resized.Declared(owner.get());
        }
        row.undeclare();
        set(row, capacity, by);
        return new Resized.Done(pool(row));
    }

    /** The pool's row, made where there is none, and nobody else's until the transaction ends. */
    RunnerPoolRow locked(String name) {
        make(name, 0);
        return findById(name, LockModeType.PESSIMISTIC_WRITE);
    }

    List<KnownPool> known() {
        return find("order by name").stream().map(RunnerPoolRow::known).toList();
    }

    /** The capacity of a row that is locked. */
    void set(RunnerPoolRow row, int capacity, String by) {
        row.capacity = capacity;
        row.updatedAt = Instant.now();
        audit.append(by, "pool.resize", row.name, String.valueOf(capacity), Map.of());
        changed.fire(new PoolChanged(row.name, capacity));
    }

    private void make(String name, int capacity) {
        getEntityManager()
                .createNativeQuery(MADE)
                .setParameter(1, name)
                .setParameter(2, capacity)
                .executeUpdate();
    }

    private RunnerPool pool(RunnerPoolRow row) {
        Optional<String> resource = row.known().owner().map(namespace -> namespace + "/" + row.name);
        Optional<String> note = Optional.ofNullable(row.note);
        if (row.declaredIn != null) {
            return new RunnerPool(
                    row.name, RunnerKind.KUBERNETES, row.capacity, Optional.ofNullable(row.image), resource, note);
        }
        OrchestratorConfig.Pool known = config.pools().get(row.name);
        RunnerKind runner = known == null ? config.runner() : known.runner().orElse(config.runner());
        Optional<String> image = known == null ? Optional.empty() : known.image();
        return new RunnerPool(row.name, runner, row.capacity, image, resource, note);
    }
}

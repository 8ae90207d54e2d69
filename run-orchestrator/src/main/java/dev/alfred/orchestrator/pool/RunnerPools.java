package dev.alfred.orchestrator.pool;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.audit.AuditTrail;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.runtime.StartupEvent;

/** The runner pools: capacity from the database, the rest from the configuration. */
@ApplicationScoped
public class RunnerPools implements PanacheRepositoryBase<RunnerPoolRow, String> {
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

    @Transactional
    void start(@Observes StartupEvent event) {
        config.pools()
                .forEach((name, pool) -> getEntityManager()
                        .createNativeQuery(
                                "INSERT INTO runner_pool (name, capacity) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
                        .setParameter(1, name)
                        .setParameter(2, pool.capacity().orElse(1))
                        .executeUpdate());
    }

    @Transactional
    public List<RunnerPool> all() {
        return find("order by name").stream().map(this::pool).toList();
    }

    @Transactional
    public Optional<RunnerPool> named(String name) {
        return findByIdOptional(name).map(this::pool);
    }

    /** Sets the capacity, of a new pool too. */
    @Transactional
    public RunnerPool resize(String name, int capacity, String by) {
        RunnerPoolRow row = findById(name);
        if (row == null) {
            row = new RunnerPoolRow();
            row.name = name;
            row.capacity = capacity;
            row.updatedAt = Instant.now();
            persist(row);
        } else {
            row.capacity = capacity;
            row.updatedAt = Instant.now();
        }
        audit.append(by, "pool.resize", name, String.valueOf(capacity), Map.of());
        changed.fire(new PoolChanged(name, capacity));
        return pool(row);
    }

    private RunnerPool pool(RunnerPoolRow row) {
        OrchestratorConfig.Pool known = config.pools().get(row.name);
        RunnerKind runner = known == null ? config.runner() : known.runner().orElse(config.runner());
        return new RunnerPool(row.name, runner, row.capacity, known == null ? Optional.empty() : known.image());
    }
}

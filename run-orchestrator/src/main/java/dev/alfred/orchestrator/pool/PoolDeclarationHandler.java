package dev.alfred.orchestrator.pool;

import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.orchestrator.pool.model.KnownPool;
import dev.alfred.orchestrator.pool.model.PoolDeclaration;
import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider;
import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider.Decision;
import org.jboss.logging.Logger;

/** Puts on record what resources declare, one transaction a pool; any number of orchestrators may say the same. */
@ApplicationScoped
public class PoolDeclarationHandler {
    private static final Logger LOG = Logger.getLogger(PoolDeclarationHandler.class);
    private static final String BY = "kubernetes";

    private final RunnerPools pools;

    PoolDeclarationHandler(RunnerPools pools) {
        this.pools = pools;
    }

    @Transactional
    public List<KnownPool> known() {
        return pools.known();
    }

    @Transactional
    public Decision declared(String name, PoolDeclaration declaration) {
        RunnerPoolRow row = pools.locked(name);
        Decision decision = PoolDeclarationDecider.declared(Optional.of(row.known()), declaration);
        if (decision instanceof Decision.Follow(int capacity, Optional<String> note)) {
            row.declare(declaration);
            row.note = note.orElse(null);
            set(row, capacity);
            LOG.infof(
                    "Pool follows its resource: pool=%s namespace=%s generation=%d capacity=%d refusal=%s",
                    name, declaration.namespace(), declaration.generation(), capacity, note.orElse("none"));
        }
        return decision;
    }

    @Transactional
    public Decision withdrawn(String name, String uid) {
        RunnerPoolRow row = pools.locked(name);
        Decision decision = PoolDeclarationDecider.withdrawn(Optional.of(row.known()), uid);
        if (decision instanceof Decision.Drain(String note)) {
            row.withdrawn = true;
            row.note = note;
            set(row, 0);
            LOG.infof("Pool drains, its resource is gone: pool=%s", name);
        }
        return decision;
    }

    private void set(RunnerPoolRow row, int capacity) {
        if (row.capacity != capacity) {
            pools.set(row, capacity, BY);
        }
    }
}

package dev.alfred.orchestrator.pool;

import java.time.Instant;
import java.util.Optional;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import dev.alfred.orchestrator.pool.model.KnownPool;
import dev.alfred.orchestrator.pool.model.PoolDeclaration;

/** A row of {@code runner_pool}. */
@Entity
@Table(name = "runner_pool")
class RunnerPoolRow {
    @Id
    String name;

    int capacity;
    Instant updatedAt;
    String declaredIn;
    String declaredUid;
    Long generation;
    boolean withdrawn;
    String image;
    String podSettings;
    String note;

    KnownPool known() {
        return new KnownPool(name, capacity, declared(), Optional.ofNullable(note));
    }

    private Optional<KnownPool.Declared> declared() {
        return declaredIn == null
                ? Optional.empty()
                : Optional.of(new KnownPool.Declared(
                        declaredIn,
                        declaredUid,
                        generation,
                        withdrawn,
                        Optional.ofNullable(image),
                        Optional.ofNullable(podSettings)));
    }

    void declare(PoolDeclaration declaration) {
        declaredIn = declaration.namespace();
        declaredUid = declaration.uid();
        generation = declaration.generation();
        withdrawn = false;
        image = declaration.image().orElse(null);
        podSettings = declaration.podSettings();
    }

    void undeclare() {
        declaredIn = null;
        declaredUid = null;
        generation = null;
        withdrawn = false;
        image = null;
        podSettings = null;
        note = null;
    }
}

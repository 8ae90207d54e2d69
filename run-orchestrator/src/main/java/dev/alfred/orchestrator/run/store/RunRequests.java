package dev.alfred.orchestrator.run.store;

import java.util.Collection;
import java.util.List;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.alfred.contracts.runrequests.RunRequested;

/** The requests of runs, which never change: those looked at lately are at hand. */
@ApplicationScoped
class RunRequests {
    private static final int AT_HAND = 1_000;

    private final EntityManager em;
    private final Cache<UUID, RunRequested> lately =
            Caffeine.newBuilder().maximumSize(AT_HAND).build();

    RunRequests(EntityManager em) {
        this.em = em;
    }

    /** Looks those up by one query that are not at hand. */
    void prefetch(Collection<UUID> runs) {
        List<UUID> missing =
                runs.stream().filter(run -> lately.getIfPresent(run) == null).toList();
        if (!missing.isEmpty()) {
            em.createQuery("from RunRequestRow where run in :runs", RunRequestRow.class)
                    .setParameter("runs", missing)
                    .getResultList();
        }
    }

    /** That of a run which is there, without its prompts. */
    RunRequested of(UUID run) {
        return lately.get(run, id -> RunRows.read(em.find(RunRequestRow.class, id).request, RunRequested.class));
    }
}

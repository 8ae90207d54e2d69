package dev.alfred.mailbox.forge;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.mailbox.WorkExecutor;
import dev.alfred.mailbox.forge.store.ForgeWriteRepository;
import io.quarkus.scheduler.Scheduled;

/**
 * Does due writes, connection by connection: one at a time on each, several connections side by side. Its threads take
 * nothing along from the transaction that woke it, which has ended.
 */
@ApplicationScoped
class ForgeWriteWorker {
    private final ForgeWriteRepository repository;
    private final ForgeWriteHandler handler;
    private final ForgeWriteTurn turn;
    private final ForgeProjects projects;
    private final ForgeConfig config;
    private final WorkExecutor executor;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    ForgeWriteWorker(
            ForgeWriteRepository repository,
            ForgeWriteHandler handler,
            ForgeWriteTurn turn,
            ForgeProjects projects,
            ForgeConfig config,
            WorkExecutor executor) {
        this.repository = repository;
        this.handler = handler;
        this.turn = turn;
        this.projects = projects;
        this.config = config;
        this.executor = executor;
    }

    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) ForgeWritesDue due) {
        executor.execute(this::look);
    }

    @Scheduled(
            every = "${alfred.mailbox.forge.writes.poll:PT2S}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void poll() {
        look();
    }

    /** Sends each connection that has something due to work, unless it is at work or at rest. */
    @ActivateRequestContext
    void look() {
        if (!config.writes().enabled()) {
            return;
        }
        Map<String, Map<UUID, ForgeAccess>> due = new HashMap<>();
        for (UUID project : repository.dueProjects()) {
            Optional<ForgeAccess> access = projects.access(project);
            if (access.isEmpty()) {
                handler.postpone(project, config.writes().refusedPause(), "the project's forge can't be reached now");
            } else {
                due.computeIfAbsent(access.get().connection(), name -> new LinkedHashMap<>())
                        .put(project, access.get());
            }
        }
        due.forEach((connection, accesses) ->
                lanes.computeIfAbsent(connection, name -> new Lane()).offer(accesses));
    }

    /** The work of one connection. */
    private final class Lane {
        private final AtomicBoolean busy = new AtomicBoolean();
        private final AtomicBoolean rung = new AtomicBoolean();
        private volatile long restSince = System.nanoTime();
        private volatile long rest;

        void offer(Map<UUID, ForgeAccess> accesses) {
            if (System.nanoTime() - restSince < rest) {
                return;
            }
            if (busy.compareAndSet(false, true)) {
                executor.execute(() -> work(accesses));
            } else {
                rung.set(true);
            }
        }

        private void work(Map<UUID, ForgeAccess> accesses) {
            try {
                accesses.forEach(this::drain);
            } finally {
                busy.set(false);
                if (rung.getAndSet(false)) {
                    executor.execute(ForgeWriteWorker.this::look);
                }
            }
        }

        private void drain(UUID project, ForgeAccess access) {
            boolean more = System.nanoTime() - restSince >= rest;
            while (more) {
                more = switch (turn.take(access, project)) {
                    case ForgeWriteTurn.Turned.One() -> true;
                    case ForgeWriteTurn.Turned.Nothing() -> false;
                    case ForgeWriteTurn.Turned.Rest(Duration pause) -> {
                        restSince = System.nanoTime();
                        rest = pause.toNanos();
                        yield false;
                    }
                };
            }
        }
    }
}

package dev.alfred.orchestrator.lease;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.dispatch.Dispatcher;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.RunnersChanged;
import dev.alfred.orchestrator.pool.RunnerPool;
import dev.alfred.orchestrator.pool.RunnerPools;
import dev.alfred.orchestrator.run.RunsChanged;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.supervision.Supervisor;
import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduler;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * This instance's work: it renews its leases, takes over abandoned runs, claims waiting ones, and takes one step with
 * each run that it holds, over and over. All it knows is in the database; what it forgets in a crash it finds there.
 */
@ApplicationScoped
public class RunLoop {
    private static final Logger LOG = Logger.getLogger(RunLoop.class);

    private static final int RENEWALS_PER_LEASE = 3;

    /** What many runs tell in a short time is one wake: each costs a claim, whatever it finds. */
    private static final Duration BETWEEN_WAKES = Duration.ofMillis(50);

    private final RunClaims claims;
    private final Dispatcher dispatcher;
    private final Supervisor supervisor;
    private final RunnerPools pools;
    private final Launchers launchers;
    private final LeaseMetrics metrics;
    private final OrchestratorConfig config;
    private final ThisNode node;
    private final QueueBell bell;
    private final ExecutorService workers;
    private final ScheduledExecutorService waker =
            Executors.newSingleThreadScheduledExecutor(runnable -> new Thread(runnable, "run-waker"));
    private final Map<Run.Held, Boolean> inHand = new ConcurrentHashMap<>();
    private final Set<UUID> told = ConcurrentHashMap.newKeySet();
    private final Set<Run.Held> again = ConcurrentHashMap.newKeySet();
    private final Map<Run.Held, Boolean> reclaimed = new ConcurrentHashMap<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile long lastWake = System.nanoTime() - BETWEEN_WAKES.toNanos();
    private volatile boolean stopping;

    RunLoop(
            RunClaims claims,
            Dispatcher dispatcher,
            Supervisor supervisor,
            RunnerPools pools,
            Launchers launchers,
            LeaseMetrics metrics,
            OrchestratorConfig config,
            ThisNode node,
            AgroalDataSource dataSource) {
        this.claims = claims;
        this.dispatcher = dispatcher;
        this.supervisor = supervisor;
        this.pools = pools;
        this.launchers = launchers;
        this.metrics = metrics;
        this.config = config;
        this.node = node;
        this.bell = new QueueBell(dataSource, node.instance(), this::wake);
        this.workers = Executors.newFixedThreadPool(config.work().threads());
    }

    void start(@Observes StartupEvent event, Scheduler scheduler) {
        bell.start();
        scheduler
                .newJob("lease-renewal")
                .setInterval(
                        config.lease().duration().dividedBy(RENEWALS_PER_LEASE).toString())
                .setConcurrentExecution(Scheduled.ConcurrentExecution.SKIP)
                .setTask(execution -> renew())
                .schedule();
    }

    void renew() {
        if (stopping) {
            return;
        }
        claims.renew(node.instance(), config.lease().duration());
        for (RunClaims.Claim claim : claims.reclaim(
                node.instance(),
                node.name(),
                served(),
                config.lease().duration(),
                config.work().claimBatch())) {
            LOG.infof(
                    "Run taken over, its owner's lease has run out: run=%s generation=%d state=%s",
                    claim.held().run(), claim.held().generation(), claim.state().wire());
            reclaimed.put(claim.held(), true);
        }
        look();
    }

    @Scheduled(
            every = "${alfred.orchestrator.work.claim:5S}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void claim() {
        if (stopping) {
            return;
        }
        List<RunClaims.Claim> claimed = claims.claim(
                node.instance(),
                node.name(),
                served(),
                config.lease().duration(),
                config.work().claimBatch());
        claimed.forEach(this::step);
        if (claimed.size() == config.work().claimBatch()) {
            wake();
        }
    }

    @Scheduled(
            every = "${alfred.orchestrator.work.observe:1S}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void look() {
        if (stopping) {
            return;
        }
        List<RunClaims.Claim> held = claims.held(node.instance());
        reclaimed.keySet().retainAll(held.stream().map(RunClaims.Claim::held).toList());
        held.forEach(this::step);
    }

    /** Something came in or ended: there may be a run to claim, here or elsewhere, or one of ours to look at. */
    void changed(@Observes(during = TransactionPhase.AFTER_SUCCESS) RunsChanged event) {
        told.add(event.run());
        wake();
        bell.ring();
    }

    /** A look at those of ours of which something was told; at all others it is not time yet. */
    private void lookAtTold() {
        Set<UUID> some = Set.copyOf(told);
        told.removeAll(some);
        if (some.isEmpty() || stopping) {
            return;
        }
        for (RunClaims.Claim claim : claims.held(node.instance())) {
            if (some.contains(claim.held().run()) && !step(claim)) {
                again.add(claim.held());
                // Whoever put it down in between did not see that.
                if (!inHand.containsKey(claim.held())) {
                    comeBack(claim.held());
                }
            }
        }
    }

    void changed(@Observes(during = TransactionPhase.AFTER_SUCCESS) RunnerPools.PoolChanged event) {
        wake();
        bell.ring();
    }

    void changed(@Observes RunnersChanged event) {
        wake();
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                long wait = lastWake + BETWEEN_WAKES.toNanos() - System.nanoTime();
                waker.schedule(this::awake, wait, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("Shutting down, nothing is claimed any more");
            }
        }
    }

    private void awake() {
        lastWake = System.nanoTime();
        woken.set(false);
        guarded("a look", this::lookAtTold);
        guarded("claiming", this::claim);
    }

    private List<String> served() {
        return pools.all().stream()
                .filter(pool -> launchers.kinds().contains(pool.runner()))
                .map(RunnerPool::name)
                .toList();
    }

    /** False where a worker has the run in hand already. */
    private boolean step(RunClaims.Claim claim) {
        if (inHand.putIfAbsent(claim.held(), true) != null) {
            return false;
        }
        try {
            workers.execute(() -> {
                MDC.put("run", claim.held().run().toString());
                try {
                    if (!guarded("a step of run " + claim.held().run(), () -> take(claim))) {
                        guarded("a note on run " + claim.held().run(), () -> noteFailure(claim));
                    }
                } finally {
                    MDC.remove("run");
                    inHand.remove(claim.held());
                    comeBack(claim.held());
                }
            });
        } catch (RejectedExecutionException e) {
            inHand.remove(claim.held());
        }
        return true;
    }

    /** To a run of which something was told while a worker had it in hand. */
    private void comeBack(Run.Held held) {
        if (again.remove(held)) {
            told.add(held.run());
            wake();
        }
    }

    private void take(RunClaims.Claim claim) {
        boolean takenOver = reclaimed.remove(claim.held()) != null;
        if (claim.state() == RunState.RUNNING) {
            Supervisor.Found found = supervisor.look(claim.held());
            if (takenOver) {
                metrics.reclaimed(LeaseMetrics.Outcome.of(found));
            }
        } else {
            if (takenOver) {
                metrics.reclaimed(LeaseMetrics.Outcome.REDISPATCHED);
            }
            dispatcher.dispatch(claim.held());
        }
    }

    /** The run says that something is wrong with it, and is tried again; one that waits gives its place away meanwhile. */
    private void noteFailure(RunClaims.Claim claim) {
        if (claim.state() == RunState.RUNNING) {
            supervisor.failed(claim.held());
        } else {
            dispatcher.failed(claim.held());
        }
    }

    /** What nobody foresaw is told here, and false. */
    private static boolean guarded(String what, Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            LOG.errorf(e, "Unforeseen failure, it is tried again: %s", what);
            return false;
        }
    }

    /** Runners live on; whoever comes next adopts them at once. */
    void stop(@Observes ShutdownEvent event) {
        stopping = true;
        bell.close();
        waker.shutdownNow();
        workers.shutdown();
        try {
            LOG.infof("Leases let go: runs=%d", claims.release(node.instance()));
        } catch (RuntimeException e) {
            LOG.warnf("The database is gone already, leases run out by themselves: %s", e.getMessage());
        }
    }
}

package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;

import dev.alfred.orchestrator.launch.kubernetes.KubernetesConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import org.jboss.logging.Logger;

/** Keeps a view of the namespace's {@code RunnerPool} resources and looks at them at each change, and now and then. */
@ApplicationScoped
public class PoolWatch {
    private static final Logger LOG = Logger.getLogger(PoolWatch.class);

    private final Instance<KubernetesClient> client;
    private final Instance<PoolSync> sync;
    private final KubernetesConfig config;
    private final ExecutorService looker =
            Executors.newSingleThreadExecutor(runnable -> new Thread(runnable, "runner-pools"));
    private final AtomicBoolean woken = new AtomicBoolean();
    private final AtomicBoolean inTrouble = new AtomicBoolean();
    private volatile PoolView view;

    PoolWatch(Instance<KubernetesClient> client, Instance<PoolSync> sync, KubernetesConfig config) {
        this.client = client;
        this.sync = sync;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        view = new PoolView(client.get(), config, this::wake, this::trouble);
    }

    void stop(@Observes ShutdownEvent event) {
        PoolView open = view;
        view = null;
        if (open != null) {
            open.close();
        }
        looker.shutdown();
    }

    /** Runs begin and end without a word from Kubernetes. */
    @Scheduled(
            every = "${alfred.orchestrator.kubernetes.pools.status:PT2S}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void look() {
        PoolView open = view;
        if (open == null) {
            return;
        }
        try {
            sync.get().sync(open.pools());
            if (open.watching() && inTrouble.compareAndSet(true, false)) {
                LOG.info("RunnerPool resources are followed again");
            }
        } catch (RuntimeException e) {
            trouble(e);
        }
    }

    private void trouble(Throwable failure) {
        if (inTrouble.compareAndSet(false, true)) {
            LOG.warn(
                    "RunnerPool resources can't be followed: capacities stay as they are, and it is tried again",
                    failure);
        } else {
            LOG.debug("RunnerPool resources still can't be followed", failure);
        }
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                looker.execute(() -> {
                    woken.set(false);
                    look();
                });
            } catch (RejectedExecutionException e) {
                LOG.debug("Shutting down, resources are followed no more");
            }
        }
    }
}

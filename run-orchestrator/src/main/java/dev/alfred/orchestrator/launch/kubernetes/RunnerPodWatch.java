package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;

import dev.alfred.orchestrator.launch.RunnersChanged;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import org.jboss.logging.Logger;

/** Keeps a view of the runner pods while the service runs, and wakes it at each change of one. */
@ApplicationScoped
public class RunnerPodWatch {
    private static final Logger LOG = Logger.getLogger(RunnerPodWatch.class);

    private final Instance<KubernetesClient> client;
    private final KubernetesConfig config;
    private final Event<RunnersChanged> changed;
    private final AtomicBoolean inTrouble = new AtomicBoolean();
    private volatile PodView view;

    RunnerPodWatch(Instance<KubernetesClient> client, KubernetesConfig config, Event<RunnersChanged> changed) {
        this.client = client;
        this.config = config;
        this.changed = changed;
    }

    void start(@Observes StartupEvent event) {
        if (config.enabled()) {
            view = new PodView(client.get(), config, this::wake, this::trouble);
        }
    }

    void stop(@Observes ShutdownEvent event) {
        PodView open = view;
        view = null;
        if (open != null) {
            open.close();
        }
    }

    /** The pod as it was a moment ago; empty where that isn't known. */
    Optional<Pod> seen(String name) {
        PodView open = view;
        return open == null ? Optional.empty() : open.seen(name);
    }

    private void wake() {
        if (inTrouble.compareAndSet(true, false)) {
            LOG.info("Runner pods are followed again");
        }
        changed.fire(new RunnersChanged());
    }

    private void trouble(Throwable failure) {
        if (inTrouble.compareAndSet(false, true)) {
            LOG.warn("Runner pods can't be followed: each is asked for by itself meanwhile", failure);
        } else {
            LOG.debug("Runner pods still can't be followed", failure);
        }
    }
}

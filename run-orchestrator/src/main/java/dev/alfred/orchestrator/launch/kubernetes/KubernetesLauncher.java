package dev.alfred.orchestrator.launch.kubernetes;

import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PodSettings;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.quarkus.arc.lookup.LookupIfProperty;
import org.jboss.logging.Logger;

/**
 * Runs each attempt as one bare Pod. The pod is made first and its Secrets with it as their owner: a pod whose Secrets
 * are missing waits for them, so a launch that was cut short is finished by the next one.
 */
@ApplicationScoped
@LookupIfProperty(name = "alfred.orchestrator.kubernetes.enabled", stringValue = "true")
public class KubernetesLauncher implements RunnerLauncher {
    private static final Logger LOG = Logger.getLogger(KubernetesLauncher.class);
    private static final Duration LOG_PATIENCE = Duration.ofMinutes(2);

    private final KubernetesClient client;
    private final KubernetesConfig config;
    private final RunnerPod pods;
    private final Function<String, PoolSpec> pools;
    private final Function<String, Optional<Pod>> seen;
    private final PodLogs logs;
    private final PodEvents events;
    private final DetectionPod detection;
    private final LeftoverPods leftovers;
    private final MirrorVolumes mirrors;

    @Inject
    KubernetesLauncher(KubernetesClient client, KubernetesConfig config, PodSettings pools, RunnerPodWatch watch) {
        this(client, config, pools::of, watch::seen);
    }

    /**
     * @param pools what is said of a pool's pods, by its name
     * @param seen a pod as it was a moment ago, by its name; empty where that isn't known
     */
    KubernetesLauncher(
            KubernetesClient client,
            KubernetesConfig config,
            Function<String, PoolSpec> pools,
            Function<String, Optional<Pod>> seen) {
        this.client = client;
        this.seen = seen;
        this.config = config;
        this.pools = pools;
        this.pods = new RunnerPod(config);
        this.logs = new PodLogs(client, config.logLimit());
        this.events = new PodEvents(client, config.eventsAfter());
        this.detection = new DetectionPod(client, config);
        this.leftovers = new LeftoverPods(client, config);
        this.mirrors = new MirrorVolumes(client, config);
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.KUBERNETES;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return new RunnerRef(run, attempt, RunnerKind.KUBERNETES, config.namespace(), PodNames.pod(run, attempt));
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        if (order.state() instanceof StateLocation.Directory) {
            return new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "a pod can't use a directory of this machine");
        }
        PoolSpec pool = pools.apply(order.pool());
        Pod planned = pods.of(order, pool, mirrors.of(order, pool), PodNames.mark());
        RunnerRef runner = reference(order.spec().run(), order.spec().attempt());
        try {
            Pod made = create(planned);
            boolean already = made == null;
            Pod pod = already ? pod(runner).get() : made;
            if (pod == null) {
                return new LaunchOutcome.Unreachable("the pod was removed while it was looked for");
            }
            if (!wanted.ask()) {
                return notWanted(runner, already);
            }
            return withSecrets(order, pod, runner, already);
        } catch (KubernetesClientException e) {
            return ApiRefusal.of(e);
        }
    }

    /** Theirs is this very pod: once it is gone, they are nobody's. */
    private LaunchOutcome withSecrets(LaunchOrder order, Pod pod, RunnerRef runner, boolean already) {
        try {
            RunnerSecrets.of(order, pod).forEach(this::create);
            return already ? new LaunchOutcome.AlreadyRunning(runner) : new LaunchOutcome.Launched(runner);
        } catch (KubernetesClientException e) {
            LaunchOutcome refusal = ApiRefusal.of(e);
            if (!(refusal instanceof LaunchOutcome.NotNow(String reason, String detail))) {
                return refusal;
            }
            if (already) {
                // An earlier launch may have made them all: a full quota is told before a name that is taken.
                boolean begun = !reading(pod, Optional.empty()).begun().isEmpty();
                return begun
                        ? new LaunchOutcome.AlreadyRunning(runner)
                        : new LaunchOutcome.Unreachable(reason + ": " + detail);
            }
            takeBack(runner);
            return refusal;
        }
    }

    /** A pod that was there is another's to look after. */
    private LaunchOutcome notWanted(RunnerRef runner, boolean already) {
        if (!already) {
            takeBack(runner);
        }
        return new LaunchOutcome.NotWanted();
    }

    /** Without all its Secrets nothing of it can have begun, so that nobody need be waited for. */
    private void takeBack(RunnerRef runner) {
        PodResource made = pod(runner);
        made.withGracePeriod(0).delete();
        Finalizers.letGo(made);
    }

    /** Null when a pod of that name is there, which a server whose quota is used up does not tell. */
    private Pod create(Pod pod) {
        try {
            return client.pods().inNamespace(config.namespace()).resource(pod).create();
        } catch (KubernetesClientException e) {
            boolean taken = e.getCode() == HttpURLConnection.HTTP_CONFLICT
                    || e.getCode() == HttpURLConnection.HTTP_FORBIDDEN && isThere(pod);
            if (taken) {
                return null;
            }
            throw e;
        }
    }

    private boolean isThere(Pod pod) {
        try {
            return client.pods()
                            .inNamespace(config.namespace())
                            .withName(pod.getMetadata().getName())
                            .get()
                    != null;
        } catch (KubernetesClientException e) {
            LOG.debug("What can't be made can't be looked for either", e);
            return false;
        }
    }

    private void create(Secret secret) {
        try {
            client.secrets().inNamespace(config.namespace()).resource(secret).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        try {
            Pod pod = seen.apply(runner.handle()).orElseGet(pod(runner)::get);
            if (pod == null) {
                return new Observation.Gone("the pod is not there");
            }
            Optional<PodWaiting> event =
                    reading(pod, Optional.empty()).waitsOnItsNode() ? events.latest(pod) : Optional.empty();
            PodReading reading = reading(pod, event);
            PodLogs.Part log = logs.read(pod, reading, fromLine);
            Observation standing = reading.observe(log.lines());
            mirrors.heed(pod, standing);
            return log.broken() && standing instanceof Observation.Ended && endedLately(pod)
                    ? new Observation.Unreachable("the end of its log can't be read")
                    : standing;
        } catch (KubernetesClientException e) {
            LOG.debugf(e, "a runner pod can't be looked at now");
            return new Observation.Unreachable(told(e));
        }
    }

    private static String told(KubernetesClientException e) {
        return e.getCode() == 0 ? "the API server does not answer" : "the API server answers " + e.getCode();
    }

    /** A log that can't be read for longer than that is lost. */
    private static boolean endedLately(Pod pod) {
        return PodTimes.finished(pod)
                .filter(end -> end.plus(LOG_PATIENCE).isAfter(Instant.now()))
                .isPresent();
    }

    private PodReading reading(Pod pod, Optional<PodWaiting> event) {
        return new PodReading(pod, event, config.startPatience(), Instant.now());
    }

    /** Kubernetes sends SIGTERM and, after the grace period, SIGKILL; the pod's object stays until it has been read. */
    @Override
    public void stop(RunnerRef runner, Duration grace) {
        PodResource pod = pod(runner);
        Pod present = pod.get();
        if (present == null || present.getMetadata().getDeletionTimestamp() != null) {
            return;
        }
        pod.edit(current -> new PodBuilder(current)
                .editMetadata()
                .addToAnnotations(PodNames.STOPPED, "true")
                .endMetadata()
                .build());
        pod.withGracePeriod(Math.max(1, grace.toSeconds())).delete();
    }

    @Override
    public Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        try {
            Pod present = pod(runner).get();
            return present == null || present.getMetadata().getDeletionTimestamp() != null
                    ? new Renewal.NotNeeded()
                    : RunnerSecrets.renew(client, present, stage, credential);
        } catch (KubernetesClientException e) {
            LOG.warnf(e, "A pod's credential can't be renewed now, it is tried again: runner=%s", runner);
            return new Renewal.Unreachable(told(e));
        }
    }

    /** The Secrets of a pod that is gone went with it. */
    @Override
    public void remove(RunnerRef runner) {
        PodResource pod = pod(runner);
        Pod present = pod.get();
        if (present == null) {
            return;
        }
        for (String volume : PodNames.secretVolumes()) {
            client.secrets()
                    .inNamespace(config.namespace())
                    .withName(PodNames.secret(present, volume))
                    .delete();
        }
        events.forget(present);
        mirrors.tell(present);
        pod.delete();
        Finalizers.letGo(pod);
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        leftovers.remove(present);
    }

    @Override
    public Detection detect(String image, String pool) {
        return detection.detect(image, pool == null ? PoolSpec.NOTHING : pools.apply(pool));
    }

    private PodResource pod(RunnerRef runner) {
        return client.pods().inNamespace(runner.node()).withName(runner.handle());
    }
}

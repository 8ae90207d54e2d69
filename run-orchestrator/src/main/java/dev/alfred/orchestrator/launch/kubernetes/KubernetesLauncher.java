package dev.alfred.orchestrator.launch.kubernetes;

import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.DetectedAgent;
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
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
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
    private static final int UNPROCESSABLE = 422;
    private static final long DETECTION_SECONDS = 150;
    private static final int DETECTION_BYTES = 1 << 20;

    private final KubernetesClient client;
    private final KubernetesConfig config;
    private final RunnerPod pods;
    private final Function<String, PoolSpec> pools;
    private final PodLogs logs;

    @Inject
    KubernetesLauncher(KubernetesClient client, KubernetesConfig config, PodSettings pools) {
        this(client, config, pools::of);
    }

    /** @param pools what is said of a pool's pods, by its name */
    KubernetesLauncher(KubernetesClient client, KubernetesConfig config, Function<String, PoolSpec> pools) {
        this.client = client;
        this.config = config;
        this.pools = pools;
        this.pods = new RunnerPod(config);
        this.logs = new PodLogs(client, config.logLimit());
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.KUBERNETES;
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        if (order.state() instanceof StateLocation.Directory) {
            return new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "a pod can't use a directory of this machine");
        }
        Pod planned = pods.of(order, pools.apply(order.pool()));
        RunnerRef runner = new RunnerRef(
                order.spec().run(),
                order.spec().attempt(),
                RunnerKind.KUBERNETES,
                config.namespace(),
                planned.getMetadata().getName());
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
            // Theirs is this very pod: once it is gone, they are nobody's.
            RunnerSecrets.of(order, pod).forEach(this::create);
            return already ? new LaunchOutcome.AlreadyRunning(runner) : new LaunchOutcome.Launched(runner);
        } catch (KubernetesClientException e) {
            return refusedOrUnreachable(e);
        }
    }

    /** A pod that was there is another's to look after. */
    private LaunchOutcome notWanted(RunnerRef runner, boolean already) {
        if (!already) {
            PodResource made = pod(runner);
            made.delete();
            letGo(made);
        }
        return new LaunchOutcome.NotWanted();
    }

    private static LaunchOutcome refusedOrUnreachable(KubernetesClientException e) {
        boolean refused = e.getCode() == UNPROCESSABLE || e.getCode() == HttpURLConnection.HTTP_BAD_REQUEST;
        if (refused) {
            LOG.warn("the API server refuses a runner pod: the run fails", e);
            return new LaunchOutcome.Refused(ExitReason.LAUNCH_REFUSED, "the API server refuses the pod as invalid");
        }
        LOG.warn("a runner pod can't be made now: it will be tried again", e);
        return new LaunchOutcome.Unreachable("the API server answers " + e.getCode());
    }

    /** Null when a pod of that name is there. */
    private Pod create(Pod pod) {
        try {
            return client.pods().inNamespace(config.namespace()).resource(pod).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return null;
            }
            throw e;
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
            Pod pod = pod(runner).get();
            if (pod == null) {
                return new Observation.Gone("the pod is not there");
            }
            PodReading reading = new PodReading(pod);
            return reading.observe(logs.read(pod, reading, fromLine));
        } catch (KubernetesClientException e) {
            LOG.debugf(e, "a runner pod can't be looked at now");
            return new Observation.Unreachable("the API server does not answer");
        }
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

    /** Blindly, since a Secret that was made is written and never read. */
    @Override
    public void renew(RunnerRef runner, Stage stage, GitCredential credential) {
        Secret renewed = new SecretBuilder()
                .withNewMetadata()
                .withName(PodNames.credentials(runner.handle(), stage))
                .endMetadata()
                .withStringData(RunnerSecrets.forge(credential))
                .build();
        client.secrets()
                .inNamespace(config.namespace())
                .resource(renewed)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(renewed));
    }

    @Override
    public void remove(RunnerRef runner) {
        PodResource pod = pod(runner);
        Pod present = pod.get();
        for (String secret : secrets(runner.handle())) {
            client.secrets().inNamespace(config.namespace()).withName(secret).delete();
        }
        if (present == null) {
            return;
        }
        logs.forget(present);
        pod.delete();
        letGo(pod);
    }

    private static void letGo(PodResource pod) {
        try {
            pod.edit(current -> new PodBuilder(current)
                    .editMetadata()
                    .removeFromFinalizers(PodNames.FINALIZER)
                    .endMetadata()
                    .build());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
    }

    private static List<String> secrets(String pod) {
        List<String> names = new ArrayList<>(List.of(PodNames.input(pod)));
        for (Stage stage : Stage.values()) {
            names.add(PodNames.credentials(pod, stage));
        }
        return names;
    }

    @Override
    public void removeLeftovers() {
        // Nothing of a launch lies beside its pod, and a detection's pod holds nothing and ends by its own deadline.
    }

    @Override
    public Detection detect(String image) {
        Pod planned = pods.detection("alfred-detect-" + UUID.randomUUID(), image);
        PodResource pod = client.pods()
                .inNamespace(config.namespace())
                .withName(planned.getMetadata().getName());
        try {
            create(planned);
            Pod ended = pod.waitUntilCondition(
                    current -> current != null
                            && current.getStatus() != null
                            && List.of("Succeeded", "Failed")
                                    .contains(String.valueOf(current.getStatus().getPhase())),
                    DETECTION_SECONDS,
                    TimeUnit.SECONDS);
            return "Succeeded".equals(ended.getStatus().getPhase())
                    ? new Detection.Detected(agents(pod.inContainer("detect")
                            .limitBytes(DETECTION_BYTES)
                            .getLog()))
                    : new Detection.Failed("the detection pod failed");
        } catch (KubernetesClientTimeoutException e) {
            return new Detection.Failed("the detection pod does not end in time");
        } catch (KubernetesClientException e) {
            LOG.warn("agents can't be looked for in an image: the next detection tries again", e);
            return new Detection.Failed("the API server answers " + e.getCode());
        } finally {
            pod.delete();
        }
    }

    private static List<DetectedAgent> agents(String log) {
        return log.lines()
                .filter(line -> line.startsWith("{\"adapter\""))
                .map(KubernetesLauncher::agent)
                .toList();
    }

    private static DetectedAgent agent(String line) {
        try {
            return ContractJson.mapper().readValue(line, DetectedAgent.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PodResource pod(RunnerRef runner) {
        return client.pods().inNamespace(runner.node()).withName(runner.handle());
    }
}

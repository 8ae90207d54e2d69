package dev.alfred.orchestrator.launch.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A launcher on a real API server, in a namespace of its own. */
abstract class LauncherScene {
    @RegisterExtension
    static final SharedApiServer SERVER = new SharedApiServer();

    protected KubernetesClient client;
    protected String namespace;
    protected KubernetesLauncher launcher;
    protected PoolSpec poolSettings = PoolSpec.NOTHING;

    @BeforeEach
    void makeANamespace() {
        client = SERVER.client();
        namespace = "runners-" + UUID.randomUUID().toString().substring(0, 8);
        KubernetesManifests.makeNamespace(client, namespace);
        launcher = launcher(Map.of());
    }

    /** @param settings below {@code alfred.orchestrator.kubernetes} */
    protected KubernetesLauncher launcher(Map<String, String> settings) {
        return new KubernetesLauncher(
                client, config(namespace, settings), pool -> poolSettings, pod -> Optional.empty());
    }

    protected RunnerRef launched(LaunchOrder order) {
        return ((LaunchOutcome.Launched) launcher.launch(order, () -> true)).runner();
    }

    protected Pod pod(RunnerRef runner) {
        return client.pods().inNamespace(namespace).withName(runner.handle()).get();
    }

    /** What the Secret for that volume of the pod holds. */
    protected Map<String, String> secret(RunnerRef runner, String volume) {
        Secret secret = client.secrets()
                .inNamespace(namespace)
                .withName(PodNames.secret(pod(runner), volume))
                .get();
        return secret.getData();
    }

    static PersistentVolumeClaim claim(String namespace, String name) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteMany")
                .withStorageClassName("none")
                .withNewResources()
                .addToRequests("storage", new Quantity("1Gi"))
                .endResources()
                .endSpec()
                .build();
    }

    /** In the order in which they begin. */
    static List<Container> containers(Pod pod) {
        return Stream.concat(pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .toList();
    }

    static ContainerStatus running(String name) {
        return new ContainerStatusBuilder()
                .withName(name)
                .withImage("i")
                .withImageID("i")
                .withReady(false)
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .build();
    }

    static ContainerStatus ended(String name, int exitCode, String message) {
        return new ContainerStatusBuilder(running(name))
                .withNewState()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withMessage(message)
                .endTerminated()
                .endState()
                .build();
    }

    static KubernetesConfig config(String namespace) {
        return config(namespace, Map.of());
    }

    static KubernetesConfig config(String namespace, Map<String, String> settings) {
        SmallRyeConfigBuilder config = new SmallRyeConfigBuilder()
                .withMapping(KubernetesConfig.class)
                .withDefaultValue("alfred.orchestrator.kubernetes.namespace", namespace);
        settings.forEach((name, value) -> config.withDefaultValue("alfred.orchestrator.kubernetes." + name, value));
        return config.build().getConfigMapping(KubernetesConfig.class);
    }
}

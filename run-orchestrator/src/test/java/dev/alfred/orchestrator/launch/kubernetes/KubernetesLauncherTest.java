package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.embedded.RealApiServer;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The launcher against a real API server (Kubernetes 1.20.2, etcd 3.4.23); the test plays the kubelet. */
class KubernetesLauncherTest {
    @TempDir
    static Path directory;

    private static RealApiServer server;
    private static KubernetesClient client;

    private String namespace;
    private KubernetesLauncher launcher;
    private PoolSpec poolSettings = PoolSpec.NOTHING;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        RealApiServer.missing().ifPresent(why -> {
            System.out.println(why);
            assumeTrue(false, why);
        });
        server = RealApiServer.start(directory.resolve("cluster"));
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (server != null) {
            client.close();
            server.stop();
        }
    }

    @BeforeEach
    void makeANamespace() {
        namespace = "runners-" + UUID.randomUUID().toString().substring(0, 8);
        KubernetesManifests.makeNamespace(client, namespace);
        launcher = new KubernetesLauncher(client, config(namespace), pool -> poolSettings);
    }

    @Test
    void anAttemptIsOneHardenedPodOfThreeStages() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        Pod pod = pod(runner);
        assertThat(pod.getSpec().getInitContainers())
                .extracting(Container::getName)
                .containsExactly("prepare", "run");
        assertThat(pod.getSpec().getContainers()).extracting(Container::getName).containsExactly("publish");
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(pod.getSpec().getActiveDeadlineSeconds()).isEqualTo(300);
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getSecurityContext()).satisfies(context -> {
            assertThat(context.getRunAsNonRoot()).isTrue();
            assertThat(context.getRunAsUser()).isEqualTo(10001);
            assertThat(context.getFsGroup()).isEqualTo(10001);
            assertThat(context.getFsGroupChangePolicy()).isEqualTo("OnRootMismatch");
            assertThat(context.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        });
        assertThat(containers(pod)).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getTerminationMessagePath()).isEqualTo("/alfred/termination/message");
            assertThat(container.getResources().getLimits()).containsKeys("cpu", "memory");
        });
        assertThat(pod.getMetadata().getLabels())
                .containsEntry("alfred.dev/run", LaunchOrders.RUN.toString())
                .containsEntry("alfred.dev/attempt", "1")
                .containsEntry("alfred.dev/mailbox", "acme-shop-issue-7")
                .containsEntry("alfred.dev/pool", "default");
        assertThat(pod.getMetadata().getAnnotations()).containsEntry("alfred.dev/mailbox", "acme-shop-issue-7");
    }

    @Test
    void aPoolsOwnSettingsAreInItsPods() {
        client.scheduling()
                .v1()
                .priorityClasses()
                .resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .withValue(7)
                        .build())
                .create();
        poolSettings = new PoolSpec(
                null,
                null,
                Map.of("example.test/disk", "fast"),
                List.of(new TolerationBuilder()
                        .withKey("dedicated")
                        .withOperator("Exists")
                        .build()),
                namespace,
                null,
                "team-a",
                new ResourceRequirementsBuilder()
                        .addToLimits("cpu", new Quantity("250m"))
                        .addToRequests("memory", new Quantity("6Gi"))
                        .build());

        Pod pod = pod(launched(LaunchOrders.order(1, null)));

        assertThat(pod.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/queue-name", "team-a");
        assertThat(pod.getSpec().getNodeSelector()).isEqualTo(Map.of("example.test/disk", "fast"));
        assertThat(pod.getSpec().getTolerations())
                .extracting(Toleration::getKey)
                .contains("dedicated");
        assertThat(pod.getSpec().getPriorityClassName()).isEqualTo(namespace);
        assertThat(containers(pod)).allSatisfy(container -> {
            assertThat(container.getResources().getLimits())
                    .isEqualTo(Map.of("cpu", new Quantity("250m"), "memory", new Quantity("6Gi")));
            assertThat(container.getResources().getRequests())
                    .isEqualTo(Map.of("cpu", new Quantity("250m"), "memory", new Quantity("6Gi")));
        });
    }

    @Test
    void eachStageMountsItsOwnSecretThatThePodOwns() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        Pod pod = pod(runner);
        assertThat(containers(pod))
                .allSatisfy(container -> assertThat(container.getVolumeMounts())
                        .filteredOn(mount -> mount.getMountPath().startsWith("/alfred/credentials"))
                        .extracting(VolumeMount::getName)
                        .containsExactly(container.getName()));
        assertThat(secret(runner, "prepare")).containsEntry("password", "cmVhZC10b2tlbg==");
        assertThat(secret(runner, "run")).containsOnlyKeys("ANTHROPIC_API_KEY");
        assertThat(secret(runner, "publish")).containsEntry("password", "d3JpdGUtdG9rZW4=");
        assertThat(secret(runner, "input")).containsOnlyKeys("spec.json", "prompt-full.md", "prompt-delta.md");
        assertThat(client.secrets()
                        .inNamespace(namespace)
                        .withLabel("alfred.dev/run", LaunchOrders.RUN.toString())
                        .list()
                        .getItems())
                .hasSize(4)
                .allSatisfy(secret -> assertThat(secret.getMetadata().getOwnerReferences())
                        .singleElement()
                        .satisfies(owner -> assertThat(owner.getUid())
                                .isEqualTo(pod.getMetadata().getUid())));
    }

    @Test
    void theMailboxsVolumeIsMountedInPrepareAndRunOnly() {
        LaunchOrder order =
                LaunchOrders.order(1, new StateLocation.Claim("alfred-session-acme-shop-issue-7", "claude-code"));

        Pod pod = pod(launched(order));

        assertThat(containers(pod).stream()
                        .flatMap(container -> container.getVolumeMounts().stream()
                                .filter(mount -> mount.getName().equals("state"))
                                .map(mount ->
                                        container.getName() + " " + mount.getMountPath() + " " + mount.getSubPath())))
                .containsExactly("prepare /alfred/state claude-code", "run /home/agent/.claude/projects claude-code");
    }

    @Test
    void launchingAgainFindsThePodAndMakesWhatIsMissing() {
        LaunchOrder order = LaunchOrders.order(1, null);
        RunnerRef runner = launched(order);
        client.secrets()
                .inNamespace(namespace)
                .withName(runner.handle() + "-run")
                .delete();

        assertThat(launcher.launch(order, () -> true)).isEqualTo(new LaunchOutcome.AlreadyRunning(runner));

        assertThat(client.pods().inNamespace(namespace).list().getItems()).hasSize(1);
        assertThat(secret(runner, "run")).isNotEmpty();
    }

    @Test
    void anAttemptThatIsNoLongerWantedIsNotBegunAndLeavesNothing() {
        LaunchOrder order = LaunchOrders.order(1, null);

        assertThat(launcher.launch(order, () -> false)).isEqualTo(new LaunchOutcome.NotWanted());

        assertThat(client.pods().inNamespace(namespace).list().getItems()).isEmpty();
        assertThat(client.secrets()
                        .inNamespace(namespace)
                        .withLabel("app.kubernetes.io/managed-by", "alfred")
                        .list()
                        .getItems())
                .isEmpty();
    }

    /** Whoever launched it looks after it. */
    @Test
    void anAttemptThatAnotherLaunchedIsLeftAloneByOneThatMayNot() {
        LaunchOrder order = LaunchOrders.order(1, null);
        RunnerRef runner = launched(order);

        assertThat(launcher.launch(order, () -> false)).isEqualTo(new LaunchOutcome.NotWanted());

        assertThat(pod(runner)).isNotNull();
        assertThat(secret(runner, "run")).isNotEmpty();
    }

    @Test
    void aDirectoryOfThisMachineIsRefused() {
        LaunchOrder order = LaunchOrders.order(1, new StateLocation.Directory("/somewhere"));

        assertThat(launcher.launch(order, () -> true))
                .isInstanceOfSatisfying(
                        LaunchOutcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ExitReason.LAUNCH_REFUSED));
    }

    @Test
    void theStagesEndsAreReadFromThePodsStatus() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Starting.class);

        status(runner, "Pending", List.of(ended("prepare", 0, "{\"p\":1}"), running("run")), List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Running.class, running -> {
            assertThat(running.stage()).isEqualTo(Stage.RUN);
            assertThat(running.ended()).containsOnlyKeys(Stage.PREPARE);
        });

        status(
                runner,
                "Succeeded",
                List.of(ended("prepare", 0, "{\"p\":1}"), ended("run", 0, "{\"r\":1}")),
                List.of(ended("publish", 0, "{\"commit\":\"abc\"}")));
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.NONE);
            assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE, Stage.RUN, Stage.PUBLISH);
            assertThat(ended.stages().get(Stage.PUBLISH).termination()).isEqualTo("{\"commit\":\"abc\"}");
        });
    }

    @Test
    void aPhaseThatLeadsItsContainersIsNotBelieved() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        status(runner, "Failed", "DeadlineExceeded", List.of(ended("prepare", 0, "{}"), running("run")), List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Running.class);

        status(
                runner,
                "Failed",
                "DeadlineExceeded",
                List.of(ended("prepare", 0, "{}"), ended("run", 143, "{\"r\":1}")),
                List.of());
        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.TIMEOUT);
            assertThat(ended.stages().get(Stage.RUN).exitCode()).isEqualTo(143);
        });
    }

    @Test
    void anEvictionAndAMissingImageAreCalledByTheirNames() {
        RunnerRef evicted = launched(LaunchOrders.order(1, null));
        status(evicted, "Failed", "Evicted", List.of(), List.of());
        RunnerRef without = launched(LaunchOrders.order(2, null));
        ContainerStatus waiting = new ContainerStatusBuilder(running("prepare"))
                .withNewState()
                .withNewWaiting()
                .withReason("ImagePullBackOff")
                .endWaiting()
                .endState()
                .build();
        status(without, "Pending", List.of(waiting), List.of());

        assertThat(((Observation.Ended) launcher.observe(evicted, 0)).cause()).isEqualTo(ExitReason.RUNNER_EVICTED);
        assertThat(((Observation.Ended) launcher.observe(without, 0)).cause()).isEqualTo(ExitReason.IMAGE_PULL);
    }

    @Test
    void aStoppedPodIsReadBeforeItGoes() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        status(runner, "Pending", List.of(ended("prepare", 0, "{}"), ended("run", 143, "{\"r\":1}")), List.of());

        launcher.stop(runner, Duration.ofSeconds(5));

        assertThat(launcher.observe(runner, 0)).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.CANCELLED);
            assertThat(ended.stages().get(Stage.RUN).termination()).isEqualTo("{\"r\":1}");
        });
        launcher.remove(runner);
        launcher.remove(runner);
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Gone.class);
        assertThat(client.secrets()
                        .inNamespace(namespace)
                        .withLabel("alfred.dev/run")
                        .list()
                        .getItems())
                .isEmpty();
    }

    @Test
    void aPodThatSomebodyElseDeletesIsLost() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        client.pods().inNamespace(namespace).withName(runner.handle()).delete();

        assertThat(((Observation.Ended) launcher.observe(runner, 0)).cause()).isEqualTo(ExitReason.RUNNER_LOST);
    }

    @Test
    void aRenewedTokenTakesTheOldOnesPlace() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "next", null));

        assertThat(secret(runner, "publish")).containsEntry("password", "bmV4dA==");
    }

    private RunnerRef launched(LaunchOrder order) {
        return ((LaunchOutcome.Launched) launcher.launch(order, () -> true)).runner();
    }

    private Pod pod(RunnerRef runner) {
        return client.pods().inNamespace(namespace).withName(runner.handle()).get();
    }

    private static List<Container> containers(Pod pod) {
        List<Container> all = new ArrayList<>(pod.getSpec().getInitContainers());
        all.addAll(pod.getSpec().getContainers());
        return all;
    }

    private Map<String, String> secret(RunnerRef runner, String name) {
        Secret secret = client.secrets()
                .inNamespace(namespace)
                .withName(runner.handle() + "-" + name)
                .get();
        return secret.getData();
    }

    private void status(RunnerRef runner, String phase, List<ContainerStatus> init, List<ContainerStatus> main) {
        status(runner, phase, null, init, main);
    }

    private void status(
            RunnerRef runner, String phase, String reason, List<ContainerStatus> init, List<ContainerStatus> main) {
        UnaryOperator<Pod> played = pod -> new PodBuilder(pod)
                .withStatus(new PodStatusBuilder()
                        .withPhase(phase)
                        .withReason(reason)
                        .withInitContainerStatuses(init)
                        .withContainerStatuses(main)
                        .build())
                .build();
        client.pods().inNamespace(namespace).withName(runner.handle()).editStatus(played);
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
        return new SmallRyeConfigBuilder()
                .withMapping(KubernetesConfig.class)
                .withDefaultValue("alfred.orchestrator.kubernetes.namespace", namespace)
                .build()
                .getConfigMapping(KubernetesConfig.class);
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the launcher makes of an order on a real API server (Kubernetes 1.20.2, etcd 3.4.23). */
@Tag("kubernetes")
class KubernetesLaunchTest extends LauncherScene {
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
                null,
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
                .withName(PodNames.secret(pod(runner), "run"))
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
    void anAttemptIsFoundByTheNameThatItHasBeforeItsLaunch() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        assertThat(launcher.reference(LaunchOrders.RUN, 1)).isEqualTo(runner);
    }

    @Test
    void aDirectoryOfThisMachineIsRefused() {
        LaunchOrder order = LaunchOrders.order(1, new StateLocation.Directory("/somewhere"));

        assertThat(launcher.launch(order, () -> true))
                .isInstanceOfSatisfying(
                        LaunchOutcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ExitReason.LAUNCH_REFUSED));
    }

    /** One owner is held up between its pod and its Secrets, another one between its pod and the question. */
    @Test
    void secretsThatAreMadeLateFitNoOtherPodOfThatName() {
        LaunchOrder order = LaunchOrders.order(1, null);
        List<Pod> next = new ArrayList<>();

        LaunchOutcome late = launcher.launch(order, () -> {
            removeTheOnly();
            launcher.launch(order, () -> {
                next.add(theOnly());
                return true;
            });
            return true;
        });

        assertThat(late).isInstanceOf(LaunchOutcome.Launched.class);
        Pod other = next.getFirst();
        assertThat(client.secrets()
                        .inNamespace(namespace)
                        .withLabel("alfred.dev/run")
                        .list()
                        .getItems())
                .filteredOn(secret -> PodNames.secretVolumes().stream()
                        .map(volume -> PodNames.secret(other, volume))
                        .anyMatch(secret.getMetadata().getName()::equals))
                .hasSize(4)
                .allSatisfy(secret -> assertThat(secret.getMetadata()
                                .getOwnerReferences()
                                .getFirst()
                                .getUid())
                        .isEqualTo(other.getMetadata().getUid()));
    }

    private Pod theOnly() {
        return client.pods().inNamespace(namespace).list().getItems().getFirst();
    }

    private void removeTheOnly() {
        launcher.remove(new RunnerRef(
                LaunchOrders.RUN,
                1,
                RunnerKind.KUBERNETES,
                namespace,
                theOnly().getMetadata().getName()));
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a pod has of its project's mirror, and that none waits or fails for one; on a real API server (Kubernetes 1.20.2). */
@Tag("kubernetes")
class PodMirrorTest extends LauncherScene {
    private static final String MOUNTED = "/alfred/mirrors";

    private KubeletOfTests kubelet;
    private int attempts;

    @BeforeEach
    void aNode() {
        kubelet = new KubeletOfTests(client, namespace);
    }

    @AfterEach
    void noNode() {
        kubelet.close();
    }

    private void kept(String... settings) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put("mirrors." + settings[i], settings[i + 1]);
        }
        launcher = launcher(all);
    }

    private void make(PersistentVolumeClaim claim) {
        client.resource(claim).create();
    }

    private Pod next() {
        return pod(launched(LaunchOrders.order(++attempts, null)));
    }

    private RunnerRef runner() {
        return launcher.reference(LaunchOrders.RUN, attempts);
    }

    private static List<String> names(Pod pod) {
        return containers(pod).stream().map(Container::getName).toList();
    }

    /** Which container mounts it, how, and what of it. */
    private static List<String> mounts(Pod pod) {
        return pod.getSpec().getInitContainers().stream()
                .flatMap(container -> container.getVolumeMounts().stream()
                        .filter(mount -> mount.getName().equals("mirror"))
                        .map(mount -> "%s %s %s %s"
                                .formatted(
                                        container.getName(),
                                        Boolean.TRUE.equals(mount.getReadOnly()) ? "ro" : "rw",
                                        mount.getMountPath(),
                                        mount.getSubPath())))
                .toList();
    }

    private static Volume volume(Pod pod) {
        return pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getName().equals("mirror"))
                .findFirst()
                .orElseThrow();
    }

    private void goesWithout(Pod pod, String why) {
        assertThat(names(pod)).containsExactly("prepare", "run", "publish");
        assertThat(pod.getSpec().getVolumes()).extracting(Volume::getName).doesNotContain("mirror");
        assertThat(pod.getMetadata().getAnnotations().get("alfred.dev/without-mirror"))
                .contains(why);
        String told = new String(
                Base64.getDecoder().decode(secret(runner(), "input").get("without-mirror")), StandardCharsets.UTF_8);
        assertThat(told).contains(why);
    }

    private static ContainerStatus waiting(String name, String reason, String message) {
        return new ContainerStatusBuilder(running(name))
                .withNewState()
                .withNewWaiting(message, reason)
                .endState()
                .build();
    }

    @Test
    void prepareReadsItsOwnProjectsMirrorAndOneWithoutCredentialsFillsIt() {
        make(claim(namespace, "mirrors"));
        kept("claim", "mirrors");

        Pod pod = next();

        assertThat(names(pod)).containsExactly("prepare", "keep", "run", "publish");
        assertThat(mounts(pod))
                .containsExactly(
                        "prepare ro %s %s".formatted(MOUNTED, LaunchOrders.MIRROR),
                        "keep rw %s %s".formatted(MOUNTED, LaunchOrders.MIRROR));
        assertThat(pod.getSpec().getContainers().getFirst().getVolumeMounts())
                .noneMatch(mount -> mount.getName().equals("mirror"));
        assertThat(volume(pod).getPersistentVolumeClaim().getClaimName()).isEqualTo("mirrors");
        Container keep = pod.getSpec().getInitContainers().get(1);
        assertThat(keep.getCommand()).endsWith("keep");
        assertThat(keep.getVolumeMounts())
                .extracting(mount -> "%s %s".formatted(mount.getMountPath(), mount.getReadOnly()))
                .containsExactly("/workspace true", "/tmp null", "/alfred/handover/prepare true", MOUNTED + " null");
        assertThat(keep.getSecurityContext())
                .isEqualTo(pod.getSpec().getInitContainers().getFirst().getSecurityContext());
        assertThat(keep.getResources())
                .isEqualTo(pod.getSpec().getInitContainers().getFirst().getResources());
        assertThat(secret(runner(), "input")).doesNotContainKey("without-mirror");
    }

    @Test
    void withoutAWordOfMirrorsThereIsNone() {
        Pod pod = next();

        assertThat(names(pod)).containsExactly("prepare", "run", "publish");
        assertThat(pod.getMetadata().getAnnotations()).doesNotContainKey("alfred.dev/without-mirror");
    }

    @Test
    void anotherProjectSeesAnotherPartOfTheVolume() {
        make(claim(namespace, "mirrors"));
        kept("claim", "mirrors");
        LaunchOrder order = LaunchOrders.order(1, null);
        String other = "01980000-0000-7000-8000-0000000000cc-0123456789abcdef";

        Pod pod = pod(launched(new LaunchOrder(
                order.spec(),
                order.fullPrompt(),
                null,
                null,
                null,
                null,
                Map.of(),
                List.of(),
                order.egress(),
                order.pool(),
                null,
                other,
                order.deadline(),
                order.resources())));

        assertThat(mounts(pod)).hasSize(2).allMatch(mount -> mount.endsWith(" " + other));
    }

    @Test
    void aPoolsOwnClaimTakesThePlaceOfTheLaunchers() {
        make(claim(namespace, "fast"));
        kept("claim", "mirrors");
        poolSettings = new PoolSpec(null, null, null, null, null, null, null, "fast", null);

        assertThat(volume(next()).getPersistentVolumeClaim().getClaimName()).isEqualTo("fast");
    }

    @Test
    void aNodesDirectoryIsUsedOnlyWhereItIsNamed() {
        kept("host-path", "/var/lib/alfred-mirrors");

        Pod pod = next();

        assertThat(volume(pod).getHostPath())
                .returns("/var/lib/alfred-mirrors", path -> path.getPath())
                .returns("DirectoryOrCreate", path -> path.getType());
        assertThat(mounts(pod)).hasSize(2).allMatch(mount -> mount.endsWith(" " + LaunchOrders.MIRROR));
    }

    @Test
    void aClaimThatIsMissingIsNotWaitedFor() {
        kept("claim", "mirrors");

        goesWithout(next(), "claim mirrors: it is not there");

        make(claim(namespace, "mirrors"));
        assertThat(names(next())).contains("keep");
    }

    @Test
    void aMailboxsSessionsAreNoPlaceForMirrors() {
        make(new PersistentVolumeClaimBuilder(claim(namespace, "alfred-session-acme"))
                .editMetadata()
                .addToLabels("app.kubernetes.io/name", "alfred-session-state")
                .endMetadata()
                .build());
        kept("claim", "alfred-session-acme");

        goesWithout(next(), "it holds a mailbox's sessions");
    }

    @Test
    void aVolumeThatIsFullHoldsUpOnePodAndTheNextOnesGoWithout() {
        make(claim(namespace, "mirrors"));
        kept("claim", "mirrors");
        Pod held = next();
        kubelet.takes(held);
        kubelet.says(
                held,
                "Pending",
                waiting(
                        "prepare",
                        "CreateContainerConfigError",
                        "failed to prepare subPath for volumeMount \"mirror\" of container \"prepare\""));

        assertThat(launcher.observe(runner(), 0))
                .isInstanceOfSatisfying(
                        Observation.Starting.class,
                        starting -> assertThat(starting.overdue()).isTrue());

        goesWithout(next(), "it held up a pod lately");
    }

    @Test
    void aPodThatWaitedTooLongIsFollowedByOneWithoutWhateverItWaitedFor() {
        make(claim(namespace, "mirrors"));
        launcher = launcher(Map.of("mirrors.claim", "mirrors", "start-patience", "PT0S", "events-after", "PT0S"));
        Pod held = next();
        kubelet.takes(held);
        kubelet.warns(held, "FailedAttachVolume", "Multi-Attach error for volume \"pvc-1\"");
        await().until(() ->
                launcher.observe(runner(), 0) instanceof Observation.Starting starting && starting.overdue());

        goesWithout(next(), "Multi-Attach error");
    }

    @Test
    void afterAWhileItIsTriedAgain() {
        make(claim(namespace, "mirrors"));
        kept("claim", "mirrors", "pause", "PT0S");
        Pod failed = next();
        kubelet.takes(failed);
        kubelet.says(failed, "Failed", ended("prepare", 0, null), ended("keep", 2, null));
        assertThat(launcher.observe(runner(), 0))
                .isInstanceOfSatisfying(
                        Observation.Ended.class,
                        end -> assertThat(end.detail()).contains("the mirror's container ended with 2"));

        assertThat(names(next())).contains("keep");
    }

    /** The server knows no batch/v1 CronJob yet, but the pod that such a one makes. */
    @Test
    void theExamplesClaimIsTakenAndItsSweeperIsAPodLikeTheOnesThatFillIt() {
        List<HasMetadata> example = KubernetesManifests.read("../examples/mirrors.yaml");
        PersistentVolumeClaim claim = (PersistentVolumeClaim) example.getFirst();
        claim.getMetadata().setNamespace(namespace);
        make(claim);
        kept("claim", claim.getMetadata().getName());
        Pod runner = next();
        PodSpec sweeper = ((CronJob) example.getLast())
                .getSpec()
                .getJobTemplate()
                .getSpec()
                .getTemplate()
                .getSpec();

        Pod made = client.pods()
                .inNamespace(namespace)
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("sweeper")
                        .endMetadata()
                        .withSpec(sweeper)
                        .build())
                .create();

        Container keep = runner.getSpec().getInitContainers().get(1);
        Container sweep = made.getSpec().getContainers().getFirst();
        assertThat(names(runner)).contains("keep");
        assertThat(made.getSpec().getSecurityContext())
                .isEqualTo(runner.getSpec().getSecurityContext());
        assertThat(sweep.getSecurityContext()).isEqualTo(keep.getSecurityContext());
        assertThat(sweep.getImage()).isEqualTo(keep.getImage());
        assertThat(sweep.getCommand().getFirst()).isEqualTo(keep.getCommand().getFirst());
        assertThat(sweep.getArgs()).containsExactly("sweep-mirrors", "--mirrors", "/mirrors", "--retention", "P14D");
        assertThat(made.getSpec().getVolumes().getFirst().getPersistentVolumeClaim())
                .isEqualTo(volume(runner).getPersistentVolumeClaim());
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.RunnerLauncher.Renewal;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** How a pod's stages come by their tokens, and by the next ones, on a real API server (Kubernetes 1.20.2, etcd 3.4.23). */
@Tag("kubernetes")
class RunnerTokenTest extends LauncherScene {
    @Test
    void aRenewedTokenTakesTheOldOnesPlace() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        Map<String, String> runs = secret(runner, "run");
        Map<String, String> prepares = secret(runner, "prepare");
        Instant end = Instant.parse("2026-11-30T13:00:00Z");

        Renewal renewal = launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "next", end));

        assertThat(renewal).isEqualTo(new Renewal.Given());
        assertThat(opened(secret(runner, "publish")))
                .containsOnly(
                        entry("username", "alfred"),
                        entry("password", "next"),
                        entry("expires-at", "2026-11-30T13:00:00Z"));
        assertThat(secret(runner, "run")).isEqualTo(runs).doesNotContainKeys("password", "expires-at");
        assertThat(secret(runner, "prepare")).isEqualTo(prepares);
    }

    @Test
    void aTokenThatDoesNotEndTakesTheEndOfTheOneBefore() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "next", Instant.now()));

        launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "last", null));

        assertThat(opened(secret(runner, "publish")))
                .containsEntry("password", "last")
                .containsEntry("expires-at", "");
    }

    /** A node brings what was renewed to a stage through its Secret's directory: not where a file is mounted by itself. */
    @Test
    void onlyTheStageItselfSeesItsCredentialAndSeesItRenewed() {
        Pod pod = pod(launched(LaunchOrders.order(1, null)));

        for (Container container : Stream.concat(
                        pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .toList()) {
            assertThat(container.getVolumeMounts())
                    .filteredOn(mount -> List.of("prepare", "run", "publish").contains(mount.getName()))
                    .singleElement()
                    .satisfies(mount -> {
                        assertThat(mount.getName()).isEqualTo(container.getName());
                        assertThat(mount.getReadOnly()).isTrue();
                        assertThat(mount.getSubPath()).isNull();
                    });
        }
    }

    @Test
    void nobodyNeedsATokenWhoseRunnerIsGone() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        launcher.stop(runner, Duration.ofSeconds(5));
        GitCredential next = new GitCredential("alfred", "next", null);

        assertThat(launcher.renew(runner, Stage.PUBLISH, next)).isEqualTo(new Renewal.NotNeeded());
        launcher.remove(runner);
        assertThat(launcher.renew(runner, Stage.PUBLISH, next)).isEqualTo(new Renewal.NotNeeded());
    }

    /** Who could write it made it: nothing is made anew by a renewal. */
    @Test
    void aSecretThatIsNotThereIsTold() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        client.secrets()
                .inNamespace(namespace)
                .withName(PodNames.secret(pod(runner), "publish"))
                .delete();

        Renewal renewal = launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "next", null));

        assertThat(renewal).isEqualTo(new Renewal.Unreachable("the API server answers 404"));
    }

    private static Map<String, String> opened(Map<String, String> secret) {
        return secret.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> new String(Base64.getDecoder().decode(entry.getValue()), StandardCharsets.UTF_8)));
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.RunnerLauncher.AttemptKey;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What becomes of pods that are nobody's, by a table and on a real API server (Kubernetes 1.20.2, etcd 3.4.23). */
@Tag("kubernetes")
class LeftoverPodsTest extends LauncherScene {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");
    private static final AttemptKey FIRST = new AttemptKey(LaunchOrders.RUN, 1);
    private static final AttemptKey SECOND = new AttemptKey(LaunchOrders.RUN, 2);

    @ParameterizedTest(name = "{0}: {4}")
    @CsvSource({
        "a present attempt's,                  1, 1, 86400, stays",
        "another attempt is present,           1, 2, 86400, goes",
        "no attempt is present,                1, 0, 86400, goes",
        "no attempt is present and it's young, 1, 0,   600, stays",
        "no attempt is present and old enough, 1, 0,   601, goes",
        "looked for agents long ago,           0, 0,   601, goes",
        "looks for agents,                     0, 0,   150, stays"
    })
    void aPodGoesThatIsNoPresentAttempts(String what, int attempt, int present, long age, String expected) {
        LeftoverPlanner.Seen pod = new LeftoverPlanner.Seen(
                "a-pod", NOW.minusSeconds(age), attempt == 0 ? Optional.empty() : Optional.of(FIRST));
        Set<AttemptKey> attempts = switch (present) {
            case 1 -> Set.of(FIRST);
            case 2 -> Set.of(SECOND);
            default -> Set.of();
        };

        assertThat(LeftoverPlanner.plan(List.of(pod), attempts, NOW, Duration.ofMinutes(10)))
                .hasSize(expected.equals("goes") ? 1 : 0);
    }

    @Test
    void aPodOfAnAttemptThatIsGoneIsRemovedWithItsSecretsAndAnotherStays() {
        launcher = launcher(Map.of("leftover-age", "PT0S"));
        RunnerRef gone = launched(LaunchOrders.order(1, null));
        RunnerRef present = launched(LaunchOrders.order(2, null));
        aStrangersPod();

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            launcher.removeLeftovers(asked -> {
                assertThat(asked).contains(SECOND);
                return Set.of(SECOND);
            });
            assertThat(pod(gone)).isNull();
        });

        assertThat(pod(present)).isNotNull();
        assertThat(client.pods().inNamespace(namespace).withName("a-strangers").get())
                .isNotNull();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> client.secrets()
                                .inNamespace(namespace)
                                .withLabel("alfred.dev/run")
                                .list()
                                .getItems()
                                .size()
                        == 4);
    }

    @Test
    void nothingIsRemovedWhereNobodyKnowsWhatIsPresent() {
        launcher = launcher(Map.of("leftover-age", "PT0S"));
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        assertThatThrownBy(() -> launcher.removeLeftovers(asked -> {
                    throw new IllegalStateException("the database does not answer");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(pod(runner)).isNotNull();
    }

    private void aStrangersPod() {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("a-strangers")
                        .withNamespace(namespace)
                        .addToLabels("app.kubernetes.io/managed-by", "alfred")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("i")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }
}

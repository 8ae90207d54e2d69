package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a launch comes to that a real API server (Kubernetes 1.20.2, etcd 3.4.23) refuses. */
@Tag("kubernetes")
class LaunchRefusalTest extends LauncherScene {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void aQuotaKeepsTheRunWaitingUntilThereIsRoom() {
        LaunchOrder order = LaunchOrders.order(1, null);
        quota("pods", "0");

        assertThat(launcher.launch(order, () -> true)).isInstanceOfSatisfying(LaunchOutcome.NotNow.class, refused -> {
            assertThat(refused.reason()).isEqualTo("quota");
            assertThat(refused.detail()).contains("exceeded quota", "limited: pods=0");
        });

        quota("pods", "1");
        assertThat(launcher.launch(order, () -> true)).isInstanceOf(LaunchOutcome.Launched.class);
    }

    /** The server looks at quotas before it looks at names. */
    @Test
    void aLaunchThatUsedUpTheQuotaItselfIsFoundByTheNextOne() {
        LaunchOrder order = LaunchOrders.order(1, null);
        quota("pods", "1");
        RunnerRef runner = launched(order);
        await().atMost(SOON).until(() -> "1".equals(used("pods")));

        assertThat(launcher.launch(order, () -> true)).isEqualTo(new LaunchOutcome.AlreadyRunning(runner));
        assertThat(launcher.launch(LaunchOrders.order(2, null), () -> true)).isInstanceOf(LaunchOutcome.NotNow.class);
    }

    @Test
    void aPodWhoseSecretsHaveNoRoomIsTakenBack() {
        // One belongs to the namespace's own account.
        quota("secrets", "3");

        assertThat(launcher.launch(LaunchOrders.order(1, null), () -> true))
                .isInstanceOfSatisfying(
                        LaunchOutcome.NotNow.class,
                        refused -> assertThat(refused.reason()).isEqualTo("quota"));

        assertThat(client.pods().inNamespace(namespace).list().getItems()).isEmpty();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> client.secrets()
                        .inNamespace(namespace)
                        .withLabel("alfred.dev/run")
                        .list()
                        .getItems()
                        .isEmpty());
    }

    @Test
    void whatThePoolNamesAndTheClusterLacksIsSaid() {
        poolSettings = new PoolSpec(null, null, null, null, "no-such-priority", null, null, null, null);
        assertThat(launcher.launch(LaunchOrders.order(1, null), () -> true))
                .isInstanceOfSatisfying(LaunchOutcome.NotNow.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("priority_class_missing");
                    assertThat(refused.detail()).contains("no-such-priority");
                });

        poolSettings = new PoolSpec(null, null, null, null, null, "no-such-runtime", null, null, null);
        assertThat(launcher.launch(LaunchOrders.order(1, null), () -> true))
                .isInstanceOfSatisfying(LaunchOutcome.NotNow.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("runtime_class_missing");
                    assertThat(refused.detail()).contains("no-such-runtime");
                });
    }

    @Test
    void aNamespaceThatIsNotThereIsSaid() {
        namespace = "not-there";

        assertThat(launcher(Map.of()).launch(LaunchOrders.order(1, null), () -> true))
                .isInstanceOfSatisfying(LaunchOutcome.NotNow.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("namespace_missing");
                    assertThat(refused.detail()).contains("not-there");
                });
    }

    @Test
    void anAccountWithoutTheRightSaysWhichItLacks() throws Exception {
        try (KubernetesClient nobody = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(SERVER.server().kubeconfig(namespace, "default")))
                .build()) {
            KubernetesLauncher powerless = new KubernetesLauncher(
                    nobody, config(namespace), pool -> PoolSpec.NOTHING, pod -> Optional.empty());

            assertThat(powerless.launch(LaunchOrders.order(1, null), () -> true))
                    .isInstanceOfSatisfying(LaunchOutcome.NotNow.class, refused -> {
                        assertThat(refused.reason()).isEqualTo("launch_forbidden");
                        assertThat(refused.detail()).contains("cannot create resource \"pods\"");
                    });
        }
    }

    private void quota(String resource, String hard) {
        ResourceQuota quota = new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("runners")
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of(resource, new Quantity(hard)))
                .endSpec()
                .build();
        client.resource(quota).createOr(present -> present.update());
        await().atMost(SOON)
                .until(() -> client.resource(quota).get().getStatus() != null
                        && new Quantity(hard)
                                .equals(client.resource(quota)
                                        .get()
                                        .getStatus()
                                        .getHard()
                                        .get(resource)));
    }

    private String used(String resource) {
        return client.resourceQuotas()
                .inNamespace(namespace)
                .withName("runners")
                .get()
                .getStatus()
                .getUsed()
                .get(resource)
                .toString();
    }
}

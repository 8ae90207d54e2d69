package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How pods are followed on a real API server (Kubernetes 1.20.2, etcd 3.4.23), and what is said while they can't be. */
@Tag("kubernetes")
class PodViewTest extends LauncherScene {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger troubles = new AtomicInteger();
    private BreakableWay way;
    private KubernetesClient through;
    private PodView view;

    @BeforeEach
    void follow() throws IOException {
        Config direct = client.getConfiguration();
        way = new BreakableWay(URI.create(direct.getMasterUrl()).getPort());
        through = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(direct)
                        .withMasterUrl("https://127.0.0.1:" + way.port())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        view = new PodView(through, config(namespace), changes::incrementAndGet, trouble -> troubles.incrementAndGet());
        await().atMost(SOON).until(view::watching);
    }

    @AfterEach
    void close() throws IOException {
        view.close();
        through.close();
        way.close();
    }

    @Test
    void eachChangeIsHeardOf() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        await().atMost(SOON).until(() -> view.seen(runner.handle()).isPresent());
        int before = changes.get();

        says(runner, "Running");

        await().atMost(SOON).until(() -> phase(runner).equals(Optional.of("Running")));
        assertThat(changes.get()).isGreaterThan(before);
    }

    @Test
    void aBrokenWatchIsTakenUpAgainWithAllThatHappenedMeanwhile() {
        RunnerRef gone = launched(LaunchOrders.order(1, null));
        RunnerRef left = launched(LaunchOrders.order(2, null));
        await().atMost(SOON).until(() -> view.seen(left.handle()).isPresent());

        way.breaks();
        await().atMost(SOON).until(() -> !view.watching());
        launcher.remove(gone);
        says(left, "Running");
        assertThat(view.seen(left.handle())).isEmpty();
        way.mends();

        await().atMost(Duration.ofMinutes(2)).until(() -> phase(left).equals(Optional.of("Running")));
        assertThat(view.seen(gone.handle())).isEmpty();
    }

    /** A cache that has not heard of a pod says nothing of it. */
    @Test
    void aPodThatTheViewDoesNotKnowIsLookedForBeforeItIsSaidToBeGone() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));

        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Starting.class);
        launcher.remove(runner);
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Gone.class);
    }

    @Test
    void whatTheViewKnowsIsNotAskedFor() {
        RunnerRef runner = launched(LaunchOrders.order(1, null));
        await().atMost(SOON).until(() -> view.seen(runner.handle()).isPresent());
        Pod seen = new PodBuilder(view.seen(runner.handle()).orElseThrow())
                .editMetadata()
                .withDeletionTimestamp("2026-11-30T08:00:00Z")
                .endMetadata()
                .build();
        KubernetesLauncher looking =
                new KubernetesLauncher(client, config(namespace), pool -> poolSettings, name -> Optional.of(seen));

        assertThat(looking.observe(runner, 0)).isInstanceOf(Observation.Ended.class);
    }

    private Optional<String> phase(RunnerRef runner) {
        return view.seen(runner.handle()).map(pod -> pod.getStatus().getPhase());
    }

    private void says(RunnerRef runner, String phase) {
        client.pods()
                .inNamespace(namespace)
                .withName(runner.handle())
                .editStatus(pod -> new PodBuilder(pod)
                        .editStatus()
                        .withPhase(phase)
                        .endStatus()
                        .build());
    }
}

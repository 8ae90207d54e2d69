package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.embedded.RealApiServer;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSync;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolView;
import dev.alfred.orchestrator.launch.kubernetes.pool.RunnerPoolObject;
import dev.alfred.orchestrator.launch.kubernetes.pool.RunnerPoolProfile;
import dev.alfred.orchestrator.pool.PoolDeclarationHandler;
import dev.alfred.orchestrator.pool.PoolUse;
import dev.alfred.orchestrator.pool.RunnerPools;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the service does on Kubernetes, done with the rights that its manifest grants, and with each of them missing. */
@Tag("kubernetes")
@EnabledIf("serverIsHere")
@QuarkusTest
@TestProfile(RunnerPoolProfile.class)
class KubernetesRightsTest {
    private static final String MANIFEST = "run-orchestrator-rights.yaml";
    private static final String ACCOUNT = "run-orchestrator";
    private static final String MIRRORS = "mirrors";
    private static final Duration SOON = Duration.ofSeconds(10);

    @Inject
    KubernetesClient admin;

    @Inject
    PoolDeclarationHandler declarations;

    @Inject
    PoolUse use;

    @Inject
    RunnerPools pools;

    RealApiServer server;

    private final String namespace = "rights-" + UUID.randomUUID().toString().substring(0, 8);
    private KubeletOfTests kubelet;

    /** One verb on one resource, as {@code pods/log get}. */
    record Right(String resource, String verb) {
        @Override
        public String toString() {
            return resource + " " + verb;
        }
    }

    static boolean serverIsHere() {
        RealApiServer.missing().ifPresent(System.out::println);
        return RealApiServer.missing().isEmpty();
    }

    static Stream<Right> granted() {
        return KubernetesManifests.read(MANIFEST).stream()
                .filter(Role.class::isInstance)
                .flatMap(role -> ((Role) role).getRules().stream())
                .flatMap(rule -> rule.getResources().stream()
                        .flatMap(resource -> rule.getVerbs().stream().map(verb -> new Right(resource, verb))));
    }

    @BeforeEach
    void begin() {
        KubernetesManifests.makeNamespace(admin, namespace);
        kubelet = new KubeletOfTests(admin, namespace);
        kubelet.prints("prepare", "{\"type\":\"text\",\"text\":\"first word\"}");
        kubelet.prints(
                "detect", "{\"adapter\":\"claude-code\",\"version\":\"2.1.328\",\"path\":\"/opt/agents/claude\"}");
    }

    @AfterEach
    void end() {
        kubelet.close();
        admin.namespaces().withName(namespace).delete();
    }

    @Test
    void allThatIsGrantedIsUsedAndAllThatIsUsedIsGranted() throws Exception {
        grantAllBut(new Right("nothing", "at all"));

        worksAs(account());

        // A watch is told of when it ends.
        Set<String> all = granted().map(Right::toString).collect(Collectors.toSet());
        await().atMost(SOON).untilAsserted(() -> assertThat(asked("allow")).isEqualTo(all));
        assertThat(asked("forbid")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("granted")
    void withoutItSomethingFails(Right missing) throws Exception {
        grantAllBut(missing);
        KubernetesClient account = account();

        assertThatThrownBy(() -> worksAs(account)).isNotNull();

        await().atMost(SOON).untilAsserted(() -> assertThat(asked("forbid")).contains(missing.toString()));
    }

    @Test
    void whatWasForbiddenIsFollowedOnceItIsAllowed() throws Exception {
        KubernetesClient account = account();
        declare("late-" + namespace);

        try (PoolView view = new PoolView(account, config(), () -> {}, trouble -> {})) {
            await().atMost(SOON).until(() -> asked("forbid").contains("runnerpools list"));
            assertThat(view.pools()).isEmpty();

            grantAllBut(new Right("nothing", "at all"));

            await().atMost(Duration.ofSeconds(60)).until(() -> view.pools().size() == 1 && view.watching());
        }
    }

    private void worksAs(KubernetesClient account) {
        try (account) {
            attempts(new KubernetesLauncher(account, config(), pool -> PoolSpec.NOTHING, pod -> Optional.empty()));
            runnerPods(account);
            pools(account);
        }
    }

    private void attempts(KubernetesLauncher launcher) {
        LaunchOrder order = LaunchOrders.order(1, null);
        aClaimForMirrors();
        LaunchOutcome launched = launcher.launch(order, () -> true);
        assertThat(launched).isInstanceOf(LaunchOutcome.Launched.class);
        RunnerRef runner = ((LaunchOutcome.Launched) launched).runner();
        assertThat(launcher.launch(order, () -> true)).isInstanceOf(LaunchOutcome.AlreadyRunning.class);
        Pod pod = admin.pods().inNamespace(namespace).withName(runner.handle()).get();
        assertThat(pod.getSpec().getInitContainers())
                .extracting(Container::getName)
                .as("with a mirror")
                .contains("keep");
        kubelet.takes(pod);
        kubelet.warns(pod, "FailedAttachVolume", "Multi-Attach error for volume \"pvc-1\"");
        assertThat(launcher.observe(runner, 0))
                .isInstanceOfSatisfying(
                        Observation.Starting.class,
                        starting -> assertThat(starting.reason()).isEqualTo("volume_unavailable"));
        kubelet.says(pod, "Pending", LauncherScene.running("prepare"));

        assertThat(launcher.observe(runner, 0))
                .isInstanceOfSatisfying(
                        Observation.Running.class,
                        running -> assertThat(running.log().lines()).hasSize(1));

        launcher.renew(runner, Stage.PUBLISH, new GitCredential("alfred", "next", null));
        assertThat(secret(pod).getData()).containsEntry("password", "bmV4dA==");
        launcher.stop(runner, Duration.ofSeconds(1));
        kubelet.says(pod, "Failed", LauncherScene.ended("prepare", 143, null));
        assertThat(launcher.observe(runner, 1)).isInstanceOf(Observation.Ended.class);
        launcher.remove(runner);
        assertThat(secret(pod)).isNull();
        assertThat(admin.pods().inNamespace(namespace).withName(runner.handle()).get())
                .satisfiesAnyOf(
                        gone -> assertThat(gone).isNull(),
                        left -> assertThat(left.getMetadata().getFinalizers()).isEmpty());
        assertThat(launcher.detect(null, null))
                .isInstanceOfSatisfying(
                        Detection.Detected.class,
                        detected -> assertThat(detected.agents()).hasSize(1));
    }

    private void aClaimForMirrors() {
        if (admin.resource(LauncherScene.claim(namespace, MIRRORS)).get() == null) {
            admin.resource(LauncherScene.claim(namespace, MIRRORS)).create();
        }
    }

    private void runnerPods(KubernetesClient account) {
        try (PodView view = new PodView(account, config(), () -> {}, trouble -> {})) {
            await().atMost(SOON).until(view::watching);
        }
    }

    private void pools(KubernetesClient account) {
        PoolSync sync = new PoolSync(account, config(), declarations, use);
        declare("first-" + namespace);
        try (PoolView view = new PoolView(account, config(), () -> {}, trouble -> {})) {
            await().atMost(SOON).until(view::watching);
            declare("second-" + namespace);
            await().atMost(SOON).until(() -> view.pools().size() == 2);

            sync.sync(view.pools());

            assertThat(pools.named("second-" + namespace))
                    .hasValueSatisfying(pool -> assertThat(pool.capacity()).isEqualTo(3));
            assertThat(admin.resources(RunnerPoolObject.class)
                            .inNamespace(namespace)
                            .withName("second-" + namespace)
                            .get()
                            .getStatus())
                    .isNotNull();
        }
    }

    private void declare(String name) {
        RunnerPoolObject pool = new RunnerPoolObject();
        pool.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace(namespace).build());
        pool.setSpec(new PoolSpec(3, null, null, null, null, null, null, null, null));
        admin.resource(pool).create();
    }

    private Secret secret(Pod pod) {
        return admin.secrets()
                .inNamespace(namespace)
                .withName(PodNames.secret(pod, "publish"))
                .get();
    }

    private void grantAllBut(Right missing) {
        for (HasMetadata manifest : KubernetesManifests.read(MANIFEST)) {
            manifest.getMetadata().setNamespace(namespace);
            if (manifest instanceof Role role) {
                role.getRules().forEach(rule -> without(rule, missing));
                role.getRules().removeIf(rule -> rule.getVerbs().isEmpty());
            }
            if (manifest instanceof RoleBinding binding) {
                binding.getSubjects().forEach(subject -> subject.setNamespace(namespace));
            }
            if (admin.resource(manifest).get() == null) {
                admin.resource(manifest).create();
            }
        }
    }

    private static void without(PolicyRule rule, Right missing) {
        if (rule.getResources().equals(List.of(missing.resource()))) {
            rule.setVerbs(rule.getVerbs().stream()
                    .filter(verb -> !verb.equals(missing.verb()))
                    .toList());
        }
    }

    private KubernetesClient account() throws Exception {
        HasMetadata account = KubernetesManifests.read(MANIFEST).getFirst();
        account.getMetadata().setNamespace(namespace);
        if (admin.resource(account).get() == null) {
            admin.resource(account).create();
        }
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig(namespace, ACCOUNT)))
                .build();
    }

    /** What the account asked for of the namespace, and was answered so. */
    private Set<String> asked(String decision) {
        Set<String> asked = new TreeSet<>();
        try {
            for (String line : server.audited()) {
                JsonNode event = ContractJson.mapper().readTree(line);
                JsonNode object = event.path("objectRef");
                if (event.path("user")
                                .path("username")
                                .asText()
                                .equals("system:serviceaccount:" + namespace + ":" + ACCOUNT)
                        && event.path("annotations")
                                .path("authorization.k8s.io/decision")
                                .asText()
                                .equals(decision)
                        && object.path("namespace").asText().equals(namespace)) {
                    String subresource = object.path("subresource").asText();
                    asked.add(new Right(
                                    object.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource),
                                    event.path("verb").asText())
                            .toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return asked;
    }

    private KubernetesConfig config() {
        return LauncherScene.config(namespace, Map.of("events-after", "PT0S", "mirrors.claim", MIRRORS));
    }
}

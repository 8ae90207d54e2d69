package dev.alfred.sessions.state.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.embedded.RealApiServer;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.Claim;
import dev.alfred.sessions.state.volume.ClaimApi.Deletion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Claims at a real API server (Kubernetes 1.20.2), asked by an account with the Role of the manifest and nothing else. */
@Tag("kubernetes")
class ClaimApiTest {
    private static final MailboxKey MAILBOX = MailboxKey.issue("acme-rocket", 7);
    private static final Claim CLAIM = new Claim("alfred-session-acme-rocket-issue-7", MAILBOX);

    @TempDir
    static Path directory;

    private static RealApiServer server;
    private static KubernetesClient admin;

    private String namespace;
    private ClaimApi api;
    private KubernetesClient account;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        RealApiServer.missing().ifPresent(why -> {
            System.out.println(why);
            assumeTrue(false, why);
        });
        server = RealApiServer.start(directory.resolve("cluster"));
        admin = client(server.kubeconfig());
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (server != null) {
            admin.close();
            server.stop();
        }
    }

    @BeforeEach
    void makeAnAccount() throws IOException, InterruptedException {
        namespace = "runners-" + UUID.randomUUID().toString().substring(0, 8);
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        account = accountWith(granted());
        api = new ClaimApi(config(), () -> account);
    }

    /** The verbs of the manifest that operators apply. */
    private static List<String> granted() throws IOException {
        String manifests = Files.readString(Path.of("..", "deploy", "kubernetes", "base", "session-store-rights.yaml"));
        return Stream.of(manifests.split("(?m)^---$"))
                .map(manifest -> (HasMetadata) new KubernetesSerialization().unmarshal(manifest))
                .filter(Role.class::isInstance)
                .flatMap(role -> ((Role) role).getRules().stream())
                .peek(rule -> assertThat(rule.getResources()).containsExactly("persistentvolumeclaims"))
                .flatMap(rule -> rule.getVerbs().stream())
                .toList();
    }

    private KubernetesClient accountWith(List<String> verbs) throws IOException, InterruptedException {
        String name = "store-" + verbs.size();
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        admin.resource(new RoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("")
                        .withResources("persistentvolumeclaims")
                        .withVerbs(verbs)
                        .endRule()
                        .build())
                .create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", name)
                        .addNewSubject(null, "ServiceAccount", name, namespace)
                        .build())
                .create();
        return client(server.kubeconfig(namespace, name));
    }

    private static KubernetesClient client(String kubeconfig) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig))
                .build();
    }

    @Test
    void makesAClaimOnceAndDeletesItOnce() {
        api.provide(CLAIM);
        String first = found().getMetadata().getUid();
        api.provide(CLAIM);

        assertThat(found().getMetadata().getUid()).isEqualTo(first);
        assertThat(found().getSpec().getAccessModes()).containsExactly("ReadWriteOnce");
        assertThat(api.names()).containsExactly(CLAIM.name());

        assertThat(api.delete(CLAIM)).isEqualTo(Deletion.DELETED);
        await().atMost(Duration.ofSeconds(60)).until(() -> found() == null);
        assertThat(api.delete(CLAIM)).isEqualTo(Deletion.NOTHING_THERE);
    }

    @Test
    void aClaimUnderAPodGoesAfterThePodAndIsGivenToNobodyMeanwhile() {
        api.provide(CLAIM);
        admin.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("runner")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withAutomountServiceAccountToken(false)
                        .withNodeName("nowhere")
                        .addNewContainer()
                        .withName("run")
                        .withImage("none:1")
                        .endContainer()
                        .addNewVolume()
                        .withName("state")
                        .withNewPersistentVolumeClaim(CLAIM.name(), false)
                        .endVolume()
                        .endSpec()
                        .build())
                .create();

        assertThat(api.delete(CLAIM)).isEqualTo(Deletion.DELETED);
        assertThat(api.delete(CLAIM)).isEqualTo(Deletion.DELETED);

        assertThat(found().getMetadata().getDeletionTimestamp()).isNotNull();
        assertThat(api.names()).isEmpty();
        assertThatThrownBy(() -> api.provide(CLAIM))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining("is being deleted");
        admin.pods()
                .inNamespace(namespace)
                .withName("runner")
                .withGracePeriod(0)
                .delete();
        await().atMost(Duration.ofSeconds(90)).until(() -> found() == null);
    }

    @Test
    void touchesNoClaimOfAnybodyElse() {
        admin.resource(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(CLAIM.name())
                        .withNamespace(namespace)
                        .addToLabels("app.kubernetes.io/managed-by", "alfred")
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes("ReadWriteOnce")
                        .withNewResources()
                        .addToRequests("storage", new Quantity("1Gi"))
                        .endResources()
                        .endSpec()
                        .build())
                .create();

        assertThat(api.delete(CLAIM)).isEqualTo(Deletion.NOT_ALFREDS);
        assertThatThrownBy(() -> api.provide(CLAIM))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining("isn't Alfred's");
        assertThat(found()).isNotNull();
    }

    @Test
    void saysWhichRightIsMissing() throws Exception {
        try (KubernetesClient reader = accountWith(List.of("get"))) {
            assertThatThrownBy(() -> new ClaimApi(config(), () -> reader).provide(CLAIM))
                    .isInstanceOf(StateUnusable.class)
                    .hasMessageContaining(namespace)
                    .hasMessageContaining("get, list, create and delete of persistentvolumeclaims");
        }
    }

    @ParameterizedTest
    @MethodSource("granted")
    void withoutAnyOfItsVerbsSomethingFails(String missing) throws Exception {
        List<String> less =
                granted().stream().filter(verb -> !verb.equals(missing)).toList();
        try (KubernetesClient poorer = accountWith(less)) {
            ClaimApi limited = new ClaimApi(config(), () -> poorer);

            assertThatThrownBy(() -> {
                        limited.provide(CLAIM);
                        assertThat(limited.names()).containsExactly(CLAIM.name());
                        limited.delete(CLAIM);
                    })
                    .hasStackTraceContaining("cannot %s resource \"persistentvolumeclaims\"".formatted(missing));
        }
    }

    private PersistentVolumeClaim found() {
        return admin.persistentVolumeClaims()
                .inNamespace(namespace)
                .withName(CLAIM.name())
                .get();
    }

    private SessionsConfig.Kubernetes config() {
        return new SmallRyeConfigBuilder()
                .withMapping(SessionsConfig.class)
                .withDefaultValue("alfred.sessions.service-password", "unused")
                .withDefaultValue("alfred.sessions.kubernetes.enabled", "true")
                .withDefaultValue("alfred.sessions.kubernetes.namespace", namespace)
                .build()
                .getConfigMapping(SessionsConfig.class)
                .kubernetes();
    }
}

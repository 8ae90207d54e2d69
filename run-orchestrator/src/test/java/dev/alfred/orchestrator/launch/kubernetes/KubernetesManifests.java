package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

import static org.awaitility.Awaitility.await;

/** The manifests that operators apply, applied for tests. */
public final class KubernetesManifests {
    private static final Path BASE = Path.of("..", "deploy", "kubernetes", "base");
    private static final Path EXAMPLES = Path.of("..", "deploy", "kubernetes", "examples");

    private KubernetesManifests() {}

    public static List<HasMetadata> read(String name) {
        return Stream.of(text(BASE.resolve(name)).split("(?m)^---$"))
                .map(manifest -> (HasMetadata) new KubernetesSerialization().unmarshal(manifest))
                .toList();
    }

    /** What an example says, as it stands there. */
    public static Map<String, Object> example(String name) {
        try (InputStream in = Files.newInputStream(EXAMPLES.resolve(name))) {
            return new KubernetesSerialization().unmarshal(in, new TypeReference<Map<String, Object>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The custom resource, there and served. */
    public static void declareRunnerPools(KubernetesClient client) {
        read("runnerpools.yaml").forEach(manifest -> client.resource(manifest).create());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("runnerpools.alfred.dev")
                        .get()
                        .getStatus()
                        .getConditions()
                        .stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True")));
    }

    public static void makeNamespace(KubernetesClient client, String name) {
        client.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client.serviceAccounts()
                                .inNamespace(name)
                                .withName("default")
                                .get()
                        != null);
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

import static org.awaitility.Awaitility.await;

/** The manifests that operators apply, applied for tests. */
public final class KubernetesManifests {
    private static final Path BASE = Path.of("..", "deploy", "kubernetes", "base");

    private KubernetesManifests() {}

    public static List<HasMetadata> read(String name) {
        try {
            return Stream.of(Files.readString(BASE.resolve(name)).split("(?m)^---$"))
                    .map(manifest -> (HasMetadata) new KubernetesSerialization().unmarshal(manifest))
                    .toList();
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

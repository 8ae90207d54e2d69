package dev.alfred.orchestrator.launch.kubernetes;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** The Secrets of an attempt: its input, and each stage's credentials; owned by the pod, so that they go with it. */
final class RunnerSecrets {
    private RunnerSecrets() {}

    static List<Secret> of(LaunchOrder order, Pod pod) {
        return List.of(
                secret(pod, PodNames.INPUT, input(order, pod)),
                secret(pod, Stage.PREPARE.wire(), forge(order.prepareCredential())),
                secret(pod, Stage.RUN.wire(), order.providerSecrets()),
                secret(pod, Stage.PUBLISH.wire(), forge(order.publishCredential())));
    }

    static Map<String, String> forge(GitCredential credential) {
        return credential == null
                ? Map.of()
                : Map.of(
                        "username",
                        credential.username(),
                        "password",
                        credential.password(),
                        RunnerPaths.CREDENTIAL_EXPIRY,
                        credential.expiresAt() == null
                                ? ""
                                : credential.expiresAt().toString());
    }

    /** Blindly, since a Secret that was made is written and never read. The node brings it to the stage within minutes. */
    static RunnerLauncher.Renewal renew(KubernetesClient client, Pod pod, Stage stage, GitCredential credential) {
        Secret renewed = new SecretBuilder()
                .withNewMetadata()
                .withName(PodNames.secret(pod, stage.wire()))
                .endMetadata()
                .withStringData(forge(credential))
                .build();
        client.secrets()
                .inNamespace(pod.getMetadata().getNamespace())
                .resource(renewed)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(renewed));
        return new RunnerLauncher.Renewal.Given();
    }

    private static Map<String, String> input(LaunchOrder order, Pod pod) {
        Map<String, String> files = new HashMap<>();
        try {
            files.put("spec.json", ContractJson.mapper().writeValueAsString(order.spec()));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        files.put("prompt-full.md", order.fullPrompt());
        if (order.deltaPrompt() != null) {
            files.put("prompt-delta.md", order.deltaPrompt());
        }
        String without = pod.getMetadata().getAnnotations().get(PodNames.WITHOUT_MIRROR);
        if (without != null) {
            files.put(RunnerPaths.WITHOUT_MIRROR, without);
        }
        return files;
    }

    private static Secret secret(Pod pod, String volume, Map<String, String> content) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(PodNames.secret(pod, volume))
                .withNamespace(pod.getMetadata().getNamespace())
                .withLabels(pod.getMetadata().getLabels())
                .withOwnerReferences(owner(pod))
                .endMetadata()
                .withType("Opaque")
                .withStringData(content)
                .build();
    }

    private static OwnerReference owner(Pod pod) {
        return new OwnerReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .build();
    }
}

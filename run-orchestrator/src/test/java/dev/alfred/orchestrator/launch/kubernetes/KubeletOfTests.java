package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;

/**
 * A node that the API server asks for logs as it asks real ones. A namespace's pods that look for agents succeed on it;
 * what becomes of others a test says.
 */
final class KubeletOfTests implements AutoCloseable {
    private final KubernetesClient admin;
    private final ContainerLogs logs = new ContainerLogs();
    private final WireMockServer https;
    private final String node;
    private final SharedIndexInformer<Pod> detections;

    KubeletOfTests(KubernetesClient admin, String namespace) {
        this.admin = admin;
        this.node = "node-of-" + namespace;
        https = new WireMockServer(WireMockConfiguration.options()
                .dynamicHttpsPort()
                .httpDisabled(true)
                .bindAddress("127.0.0.1")
                .extensions(logs));
        https.stubFor(get(urlPathMatching("/containerLogs/.*")).willReturn(ok()));
        https.start();
        admin.nodes()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(node)
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress("127.0.0.1", "InternalIP")
                        .withNewDaemonEndpoints()
                        .withNewKubeletEndpoint(https.httpsPort())
                        .endDaemonEndpoints()
                        .endStatus()
                        .build())
                .create();
        detections = admin.pods()
                .inNamespace(namespace)
                .withLabel("app.kubernetes.io/name", "alfred-detect")
                .inform(new Detections());
    }

    /** That container of any pod prints these lines. */
    void prints(String container, String... lines) {
        for (String line : lines) {
            logs.add(container, Instant.now(), line + "\n");
        }
    }

    ContainerLogs logs() {
        return logs;
    }

    void takes(Pod pod) {
        admin.bindings()
                .inNamespace(pod.getMetadata().getNamespace())
                .resource(new BindingBuilder()
                        .withNewMetadata()
                        .withName(pod.getMetadata().getName())
                        .endMetadata()
                        .withNewTarget()
                        .withKind("Node")
                        .withName(node)
                        .endTarget()
                        .build())
                .create();
    }

    void says(Pod pod, String phase, ContainerStatus... init) {
        admin.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .editStatus(current -> new PodBuilder(current)
                        .withStatus(new PodStatusBuilder()
                                .withPhase(phase)
                                .withInitContainerStatuses(init)
                                .build())
                        .build());
    }

    void warns(Pod pod, String reason, String message) {
        String namespace = pod.getMetadata().getNamespace();
        admin.v1()
                .events()
                .inNamespace(namespace)
                .resource(new EventBuilder()
                        .withNewMetadata()
                        .withGenerateName(pod.getMetadata().getName() + ".")
                        .endMetadata()
                        .withInvolvedObject(new ObjectReferenceBuilder()
                                .withKind("Pod")
                                .withNamespace(namespace)
                                .withName(pod.getMetadata().getName())
                                .withUid(pod.getMetadata().getUid())
                                .build())
                        .withType("Warning")
                        .withReason(reason)
                        .withMessage(message)
                        .withLastTimestamp(
                                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                        .build())
                .create();
    }

    @Override
    public void close() {
        detections.stop();
        admin.nodes().withName(node).delete();
        https.stop();
    }

    private final class Detections implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            takes(pod);
            says(pod, "Succeeded");
        }

        @Override
        public void onUpdate(Pod before, Pod after) {
            // Nothing is to be done for one that has succeeded.
        }

        @Override
        public void onDelete(Pod pod, boolean stateUnknown) {
            // Nor for one that is gone.
        }
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.kubernetes.pool.PoolSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import org.jboss.logging.Logger;

/** Looks for the agents of an image by a pod that holds nothing, is placed as the pool's runners, and is gone afterwards. */
record DetectionPod(KubernetesClient client, KubernetesConfig config) {
    private static final Logger LOG = Logger.getLogger(DetectionPod.class);
    private static final long DETECTION_SECONDS = 150;
    private static final int DETECTION_BYTES = 1 << 20;

    Detection detect(String image, PoolSpec pool) {
        Pod planned = new RunnerPod(config).detection("alfred-detect-" + UUID.randomUUID(), image, pool);
        PodResource pod = client.pods()
                .inNamespace(config.namespace())
                .withName(planned.getMetadata().getName());
        try {
            client.pods().inNamespace(config.namespace()).resource(planned).create();
            Pod ended = pod.waitUntilCondition(
                    current -> current != null
                            && current.getStatus() != null
                            && List.of("Succeeded", "Failed")
                                    .contains(String.valueOf(current.getStatus().getPhase())),
                    DETECTION_SECONDS,
                    TimeUnit.SECONDS);
            return "Succeeded".equals(ended.getStatus().getPhase())
                    ? new Detection.Detected(agents(pod.inContainer("detect")
                            .limitBytes(DETECTION_BYTES)
                            .getLog()))
                    : new Detection.Failed("the detection pod failed");
        } catch (KubernetesClientTimeoutException e) {
            return new Detection.Failed("the detection pod does not end in time");
        } catch (KubernetesClientException e) {
            LOG.warn("agents can't be looked for in an image: the next detection tries again", e);
            return new Detection.Failed("the API server answers " + e.getCode());
        } finally {
            pod.delete();
        }
    }

    private static List<DetectedAgent> agents(String log) {
        return log.lines()
                .filter(line -> line.startsWith("{\"adapter\""))
                .map(DetectionPod::agent)
                .toList();
    }

    private static DetectedAgent agent(String line) {
        try {
            return ContractJson.mapper().readValue(line, DetectedAgent.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

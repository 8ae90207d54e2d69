package dev.alfred.orchestrator.launch.kubernetes;

import java.net.HttpURLConnection;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;

/** Lets go of pods that have been read. */
final class Finalizers {
    private Finalizers() {}

    static void letGo(PodResource pod) {
        try {
            pod.edit(current -> new PodBuilder(current)
                    .editMetadata()
                    .removeFromFinalizers(PodNames.FINALIZER)
                    .endMetadata()
                    .build());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
    }
}

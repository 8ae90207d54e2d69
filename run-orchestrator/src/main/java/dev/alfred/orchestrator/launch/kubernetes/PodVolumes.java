package dev.alfred.orchestrator.launch.kubernetes;

import dev.alfred.contracts.vocabulary.Stage;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;

/** The kinds of volumes that runner pods have, and how they are mounted. */
final class PodVolumes {
    static final String HANDOVER = "handover";

    private PodVolumes() {}

    static VolumeMount handover(Stage of, String path, boolean readOnly) {
        return new VolumeMountBuilder(mount(HANDOVER, path))
                .withSubPath(of.wire())
                .withReadOnly(readOnly)
                .build();
    }

    static VolumeMount mount(String volume, String path) {
        return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
    }

    static VolumeMount readOnly(String volume, String path) {
        return new VolumeMountBuilder(mount(volume, path)).withReadOnly(true).build();
    }

    static Volume secret(String name, String secret) {
        return new VolumeBuilder()
                .withName(name)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(0440)
                .endSecret()
                .build();
    }

    static Volume memory(String name, String limit) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .withMedium("Memory")
                .withSizeLimit(new Quantity(limit))
                .endEmptyDir()
                .build();
    }

    static Volume scratch(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build();
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import dev.alfred.contracts.runner.RunnerPaths;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;

/** What a pod is given of the volume in which the mirrors lie. */
sealed interface MirrorVolume {
    /** None are kept. */
    record None() implements MirrorVolume {}

    /** They are, and it goes without: everything is fetched. */
    record Unusable(String why) implements MirrorVolume {}

    /** @param mirror the name of its project's, which is all that it is shown */
    record Mounted(Volume volume, String mirror) implements MirrorVolume {
        VolumeMount mount(boolean readOnly) {
            return new VolumeMountBuilder()
                    .withName(volume.getName())
                    .withMountPath(RunnerPaths.MIRROR_DIRECTORY)
                    .withSubPath(mirror)
                    .withReadOnly(readOnly)
                    .build();
        }
    }
}

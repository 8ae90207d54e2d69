package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.RunnerPaths;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodStatus;

/** What befalls a pod for its mirror's sake alone: no run may fail of it, since it goes without one as well. */
final class MirrorTrouble {
    private static final Set<String> REFUSALS =
            Set.of("CreateContainerConfigError", "CreateContainerError", "RunContainerError");
    /** As kubelets name a mount whose place in its volume can't be had: the volume is full, read-only or something else. */
    private static final String MOUNT = "volumeMount \"" + PodNames.MIRROR + "\"";

    private MirrorTrouble() {}

    /** Why a container can't be made, in words; empty when that has nothing to do with the mirror. */
    static Optional<String> refused(PodStatus status) {
        return containers(status)
                .filter(container -> container.getState().getWaiting() != null)
                .filter(MirrorTrouble::refused)
                .map(container -> "the mirror can't be mounted: "
                        + container.getState().getWaiting().getMessage())
                .findFirst();
    }

    private static boolean refused(ContainerStatus container) {
        ContainerStateWaiting waiting = container.getState().getWaiting();
        return REFUSALS.contains(String.valueOf(waiting.getReason()))
                && (RunnerPaths.KEEP.equals(container.getName())
                        || String.valueOf(waiting.getMessage()).contains(MOUNT));
    }

    /** How the container that fills the mirror came to grief, in words; empty when it did not. */
    static Optional<String> failed(PodStatus status) {
        return containers(status)
                .filter(container -> RunnerPaths.KEEP.equals(container.getName()))
                .map(container -> container.getState().getTerminated())
                .filter(end -> end != null && end.getExitCode() != null && end.getExitCode() != 0)
                .map(MirrorTrouble::told)
                .findFirst();
    }

    private static String told(ContainerStateTerminated end) {
        return "the mirror's container ended with %d (%s)".formatted(end.getExitCode(), end.getReason());
    }

    private static Stream<ContainerStatus> containers(PodStatus status) {
        return status.getInitContainerStatuses().stream().filter(container -> container.getState() != null);
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.Observation.LogLines;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;

/**
 * Reads a runner pod's status. The pod's phase leads its containers' states by seconds, so an attempt has ended only when
 * each container that began has told its end.
 */
record PodReading(Pod pod) {
    private static final Set<String> NO_IMAGE =
            Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
    private static final Set<String> NO_IMAGE_FOR_GOOD =
            Set.of("ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
    private static final Set<String> EVICTED =
            Set.of("Evicted", "Preempting", "Shutdown", "NodeShutdown", "Terminated");

    Observation observe(LogLines log) {
        Map<Stage, StageEnd> ends = ends();
        Optional<Stage> running = running();
        if ("NodeLost".equals(status().getReason()) || "Unknown".equals(status().getPhase())) {
            return new Observation.Unreachable("the pod's node does not answer");
        }
        if (running.isPresent()) {
            return new Observation.Running(running.get(), ends, log);
        }
        if (over(ends)) {
            return new Observation.Ended(ends, cause(), detail(), log);
        }
        if (waiting().stream().anyMatch(NO_IMAGE_FOR_GOOD::contains)) {
            return new Observation.Ended(ends, ExitReason.IMAGE_PULL, "the runner's image can't be pulled", log);
        }
        return ends.isEmpty()
                ? new Observation.Starting(startingDetail(), log)
                : new Observation.Running(next(ends), ends, log);
    }

    /** The stages whose containers began, in their order. */
    List<Stage> begun() {
        List<Stage> begun = new ArrayList<>(ends().keySet());
        running().ifPresent(begun::add);
        return begun;
    }

    private Map<Stage, StageEnd> ends() {
        Map<Stage, StageEnd> ends = new EnumMap<>(Stage.class);
        statuses().forEach(container -> {
            ContainerStateTerminated end = container.getState().getTerminated();
            if (end != null) {
                Stage stage = stage(container);
                String message = end.getMessage() == null || end.getMessage().isEmpty() ? null : end.getMessage();
                ends.put(stage, new StageEnd(stage, end.getExitCode(), message));
            }
        });
        return ends;
    }

    private Optional<Stage> running() {
        return statuses()
                .filter(container -> container.getState().getRunning() != null)
                .map(PodReading::stage)
                .findFirst();
    }

    private List<String> waiting() {
        return statuses()
                .filter(container -> container.getState().getWaiting() != null)
                .map(container -> container.getState().getWaiting().getReason())
                .toList();
    }

    private boolean over(Map<Stage, StageEnd> ends) {
        boolean complete =
                ends.containsKey(Stage.PUBLISH) || ends.values().stream().anyMatch(end -> end.exitCode() != 0);
        boolean ended = "Succeeded".equals(status().getPhase()) || "Failed".equals(status().getPhase());
        return complete || ended || pod.getMetadata().getDeletionTimestamp() != null;
    }

    private ExitReason cause() {
        if (oomKilled()) {
            return ExitReason.OUT_OF_MEMORY;
        }
        String reason = status().getReason() == null ? "" : status().getReason();
        if (reason.equals("DeadlineExceeded")) {
            return ExitReason.TIMEOUT;
        }
        if (EVICTED.contains(reason)) {
            return ExitReason.RUNNER_EVICTED;
        }
        if (pod.getMetadata().getDeletionTimestamp() == null) {
            return ExitReason.NONE;
        }
        return stoppedByUs() ? ExitReason.CANCELLED : ExitReason.RUNNER_LOST;
    }

    private String detail() {
        return switch (cause()) {
            case OUT_OF_MEMORY -> "the runner used more memory than its limit";
            case TIMEOUT -> "the pod's deadline passed";
            case RUNNER_EVICTED -> "the pod was evicted";
            case CANCELLED -> "stopped";
            case RUNNER_LOST -> "the pod was deleted by somebody else";
            default -> null;
        };
    }

    private boolean oomKilled() {
        return statuses()
                .map(container -> container.getState().getTerminated())
                .anyMatch(end -> end != null && "OOMKilled".equals(end.getReason()));
    }

    private boolean stoppedByUs() {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(PodNames.STOPPED);
    }

    private String startingDetail() {
        boolean unschedulable = status().getConditions().stream()
                .anyMatch(condition -> "PodScheduled".equals(condition.getType())
                        && "False".equals(condition.getStatus())
                        && "Unschedulable".equals(condition.getReason()));
        if (unschedulable) {
            return "unschedulable";
        }
        return waiting().stream().anyMatch(NO_IMAGE::contains) ? "image_pull" : "starting";
    }

    private static Stage next(Map<Stage, StageEnd> ends) {
        return ends.containsKey(Stage.RUN) ? Stage.PUBLISH : Stage.RUN;
    }

    private PodStatus status() {
        return pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    }

    private Stream<ContainerStatus> statuses() {
        return Stream.concat(status().getInitContainerStatuses().stream(), status().getContainerStatuses().stream())
                .filter(container -> container.getState() != null)
                .filter(container ->
                        Wire.parse(Stage.class, container.getName()).isPresent());
    }

    private static Stage stage(ContainerStatus container) {
        return Wire.of(Stage.class, container.getName());
    }
}

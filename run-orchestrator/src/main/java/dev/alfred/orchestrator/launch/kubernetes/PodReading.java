package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
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
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;

/**
 * Reads a runner pod's status. The pod's phase leads its containers' states by seconds, so an attempt has ended only when
 * each container that began has told its end, or when whoever answers for the pod's node has confirmed that nothing of it
 * runs.
 *
 * @param event what an event told last of why it does not begin
 * @param patience how long it may be held up before its first stage
 */
record PodReading(Pod pod, Optional<PodWaiting> event, Duration patience, Instant now) {
    private static final Set<String> NO_IMAGE = Set.of("ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
    private static final Set<String> NO_CONTAINER = Set.of("CreateContainerError", "RunContainerError");
    /** How long after the end of its grace period a deleted pod's end is confirmed at the latest where its node lives. */
    private static final Duration CONFIRMATION = Duration.ofMinutes(1);

    Observation observe(LogLines log) {
        Map<Stage, StageEnd> ends = ends();
        Optional<Stage> running = running();
        if (over(ends, running.isPresent())) {
            PodEnd end = PodEnd.of(pod);
            return new Observation.Ended(ends, end.reason(), end.detail(), log);
        }
        if ("Unknown".equals(status().getPhase()) || "NodeLost".equals(status().getReason())) {
            return new Observation.Unreachable("the pod's node does not answer");
        }
        if (unconfirmed()) {
            return new Observation.Unreachable("the pod's node does not confirm that it has ended");
        }
        if (running.isPresent()) {
            return new Observation.Running(running.get(), ends, log);
        }
        Optional<String> mirror = MirrorTrouble.refused(status());
        if (mirror.isPresent()) {
            return ends.isEmpty()
                    ? new Observation.Starting(PodWaiting.VOLUME_UNAVAILABLE, mirror.get(), true, log)
                    : new Observation.Ended(ends, ExitReason.RUNNER_LOST, mirror.get(), log);
        }
        return hopeless(ends, log).orElseGet(() -> ends.isEmpty() ? starting(log) : goesOn(ends, log));
    }

    /** The stages whose containers began, in their order. */
    List<Stage> begun() {
        List<Stage> begun = new ArrayList<>(ends().keySet());
        running().ifPresent(begun::add);
        return begun;
    }

    boolean runs(Stage stage) {
        return running().filter(stage::equals).isPresent();
    }

    /** Whether it has a node that has not begun any stage of it. */
    boolean waitsOnItsNode() {
        return begun().isEmpty() && bound() && !terminal() && pod.getMetadata().getDeletionTimestamp() == null;
    }

    private Observation starting(LogLines log) {
        Optional<PodWaiting> waiting = PodWaiting.of(pod, event, now);
        boolean late = PodTimes.created(pod).plus(patience).isBefore(now);
        return waiting.<Observation>map(
                        held -> new Observation.Starting(held.reason(), held.detail(), late && held.bounded(), log))
                .orElseGet(() -> Observation.Starting.soon(log));
    }

    private Observation goesOn(Map<Stage, StageEnd> ends, LogLines log) {
        return new Observation.Running(ends.containsKey(Stage.RUN) ? Stage.PUBLISH : Stage.RUN, ends, log);
    }

    private Optional<Observation> hopeless(Map<Stage, StageEnd> ends, LogLines log) {
        return waiting()
                .flatMap(waiting -> hopeless(waiting).stream())
                .findFirst()
                .map(end -> new Observation.Ended(ends, end.reason(), end.detail(), log));
    }

    private static Optional<PodEnd> hopeless(ContainerStateWaiting waiting) {
        String reason = String.valueOf(waiting.getReason());
        String told = waiting.getMessage() == null ? reason : reason + ": " + waiting.getMessage();
        if (NO_IMAGE.contains(reason)) {
            return Optional.of(new PodEnd(ExitReason.IMAGE_PULL, told));
        }
        boolean config = reason.equals("CreateContainerConfigError") && !missesASecret(waiting);
        return config || NO_CONTAINER.contains(reason)
                ? Optional.of(new PodEnd(ExitReason.LAUNCH_REFUSED, told))
                : Optional.empty();
    }

    /** Which the launch that goes on will make. */
    private static boolean missesASecret(ContainerStateWaiting waiting) {
        return waiting.getMessage() != null && waiting.getMessage().matches("(?s)secret .* not found.*");
    }

    private boolean over(Map<Stage, StageEnd> ends, boolean running) {
        if (running) {
            return confirmed() && longDeleted();
        }
        boolean complete =
                ends.containsKey(Stage.PUBLISH) || ends.values().stream().anyMatch(end -> end.exitCode() != 0);
        return complete || terminal() || confirmed();
    }

    private boolean terminal() {
        return "Succeeded".equals(status().getPhase()) || "Failed".equals(status().getPhase());
    }

    /**
     * Nothing but the finalizer holds the object: its kubelet has let go of it, or whoever deleted it by force, as is done
     * when the node's own object is gone, answers for the node.
     */
    private boolean confirmed() {
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        return PodTimes.deleted(pod).isPresent() && (!bound() || (grace != null && grace == 0));
    }

    private boolean unconfirmed() {
        return !confirmed() && longDeleted();
    }

    private boolean longDeleted() {
        return PodTimes.deleted(pod)
                .filter(end -> end.plus(CONFIRMATION).isBefore(now))
                .isPresent();
    }

    private boolean bound() {
        return pod.getSpec() != null && pod.getSpec().getNodeName() != null;
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

    private Stream<ContainerStateWaiting> waiting() {
        return statuses()
                .filter(container -> container.getState().getWaiting() != null)
                .map(container -> container.getState().getWaiting());
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

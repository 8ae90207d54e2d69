package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.alfred.orchestrator.launch.RunnerLauncher.AttemptKey;

/** Which pods are nobody's any more. A young one may be somebody's whose word is still to come. */
final class LeftoverPlanner {
    private LeftoverPlanner() {}

    /** @param attempt that it was made for; empty for one that looks for agents */
    record Seen(String name, Instant created, Optional<AttemptKey> attempt) {}

    /**
     * @param present attempts that have not ended, or not been removed yet
     * @return the names of the pods to remove
     */
    static List<String> plan(List<Seen> pods, Set<AttemptKey> present, Instant now, Duration age) {
        return pods.stream()
                .filter(pod -> pod.created().plus(age).isBefore(now))
                .filter(pod -> pod.attempt().filter(present::contains).isEmpty())
                .map(Seen::name)
                .toList();
    }
}

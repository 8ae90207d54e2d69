package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import dev.alfred.orchestrator.pool.PoolUse;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;

/** What a resource's status is to say. */
final class PoolStatusPlanner {
    static final String ACCEPTED = "Accepted";

    private PoolStatusPlanner() {}

    /** Whether a resource is followed. */
    enum Standing {
        FOLLOWED("True", "Followed", "The pool is as declared."),
        INVALID_SPEC("False", "InvalidSpec", null),
        DECLARED_ELSEWHERE(
                "False", "DeclaredElsewhere", "A RunnerPool of that name in another namespace declares the pool.");

        private final String status;
        private final String reason;
        private final String message;

        Standing(String status, String reason, String message) {
            this.status = status;
            this.reason = reason;
            this.message = message;
        }
    }

    /**
     * The status by now; empty where the resource says so already.
     *
     * @param fault of the specification, where that is how it stands
     */
    static Optional<PoolStatus> next(
            RunnerPoolObject pool, Standing standing, Optional<String> fault, PoolUse.Use use, Instant now) {
        long generation = pool.getMetadata().getGeneration();
        Condition accepted = new ConditionBuilder()
                .withType(ACCEPTED)
                .withStatus(standing.status)
                .withReason(standing.reason)
                .withMessage(
                        fault.map(why -> why + "; nothing more is claimed.").orElse(standing.message))
                .withObservedGeneration(generation)
                .withLastTransitionTime(since(pool.getStatus(), standing.status, now))
                .build();
        boolean ours = standing != Standing.DECLARED_ELSEWHERE;
        PoolStatus next = new PoolStatus(
                ours ? Math.toIntExact(use.running()) : 0,
                ours ? Math.toIntExact(use.queued()) : 0,
                "app.kubernetes.io/name=alfred-runner,alfred.dev/pool="
                        + pool.getMetadata().getName(),
                generation,
                List.of(accepted));
        return next.equals(pool.getStatus()) ? Optional.empty() : Optional.of(next);
    }

    /** A condition's time is that of its last turn, not of its last mention. */
    private static String since(PoolStatus before, String status, Instant now) {
        return Optional.ofNullable(before).stream()
                .flatMap(told -> told.conditions().stream())
                .filter(condition -> condition.getType().equals(ACCEPTED)
                        && condition.getStatus().equals(status))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}

package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.time.Instant;
import java.util.Optional;

import dev.alfred.orchestrator.launch.kubernetes.pool.PoolStatusPlanner.Standing;
import dev.alfred.orchestrator.pool.PoolUse;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("kubernetes")
class PoolStatusPlannerTest {
    private static final Instant THEN = Instant.parse("2026-01-01T10:00:00.5Z");
    private static final Instant LATER = THEN.plusSeconds(60);

    @Test
    void aStatusTellsWhatRunsWhatWaitsAndWhereItsPodsAre() {
        PoolStatus status =
                next(pool(3, null), Standing.FOLLOWED, null, 2, 5, THEN).orElseThrow();

        assertThat(status.replicas()).isEqualTo(2);
        assertThat(status.queued()).isEqualTo(5);
        assertThat(status.observedGeneration()).isEqualTo(3);
        assertThat(status.selector()).isEqualTo("app.kubernetes.io/name=alfred-runner,alfred.dev/pool=nightly");
        Condition accepted = status.conditions().getFirst();
        assertThat(accepted.getStatus()).isEqualTo("True");
        assertThat(accepted.getLastTransitionTime()).isEqualTo("2026-01-01T10:00:00Z");
    }

    @Test
    void whatTheResourceSaysAlreadyIsNotSaidAgain() {
        PoolStatus said =
                next(pool(3, null), Standing.FOLLOWED, null, 2, 5, THEN).orElseThrow();

        assertThat(next(pool(3, said), Standing.FOLLOWED, null, 2, 5, LATER)).isEmpty();
        assertThat(next(pool(3, said), Standing.FOLLOWED, null, 1, 5, LATER))
                .hasValueSatisfying(next -> assertThat(next.conditions()).isEqualTo(said.conditions()));
        assertThat(next(pool(4, said), Standing.FOLLOWED, null, 2, 5, LATER)).isPresent();
    }

    @Test
    void aConditionsTimeIsThatOfItsTurn() {
        PoolStatus said =
                next(pool(3, null), Standing.FOLLOWED, null, 2, 5, THEN).orElseThrow();

        Condition refused = next(pool(4, said), Standing.INVALID_SPEC, "spec.resources: no", 2, 5, LATER)
                .orElseThrow()
                .conditions()
                .getFirst();

        assertThat(refused.getStatus()).isEqualTo("False");
        assertThat(refused.getReason()).isEqualTo("InvalidSpec");
        assertThat(refused.getMessage()).startsWith("spec.resources: no");
        assertThat(refused.getLastTransitionTime()).isEqualTo("2026-01-01T10:01:00Z");
    }

    @Test
    void aPoolOfAnotherNamespaceLendsItsFiguresToNobody() {
        PoolStatus status = next(pool(1, null), Standing.DECLARED_ELSEWHERE, null, 2, 5, THEN)
                .orElseThrow();

        assertThat(status.replicas()).isZero();
        assertThat(status.queued()).isZero();
        assertThat(status.conditions().getFirst().getReason()).isEqualTo("DeclaredElsewhere");
    }

    private static Optional<PoolStatus> next(
            RunnerPoolObject pool, Standing standing, String fault, long running, long queued, Instant now) {
        return PoolStatusPlanner.next(
                pool, standing, Optional.ofNullable(fault), new PoolUse.Use(running, queued), now);
    }

    private static RunnerPoolObject pool(long generation, PoolStatus status) {
        RunnerPoolObject pool = new RunnerPoolObject();
        pool.setMetadata(new ObjectMetaBuilder()
                .withName("nightly")
                .withGeneration(generation)
                .build());
        pool.setStatus(status);
        return pool;
    }
}

package dev.alfred.orchestrator.supervision;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.ThisNode;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.model.Attempt;
import io.quarkus.scheduler.Scheduled;

/** Removes what ended attempts left when a crash came between a run's end and the removal of its runner. */
@ApplicationScoped
class RunnerSweep {
    private static final int MOST = 50;

    private final SupervisionHandler handler;
    private final Launchers launchers;
    private final ThisNode node;

    RunnerSweep(SupervisionHandler handler, Launchers launchers, ThisNode node) {
        this.handler = handler;
        this.launchers = launchers;
        this.node = node;
    }

    @Scheduled(every = "30s", delayed = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void sweep() {
        for (Attempt attempt : handler.toRemove(MOST)) {
            attempt.runner()
                    .map(RunnerRef::parse)
                    .filter(this::reachable)
                    .ifPresent(runner -> launchers.of(runner.kind()).ifPresent(launcher -> {
                        launcher.remove(runner);
                        handler.removed(
                                attempt.run(), attempt.number(), Instant.now().truncatedTo(ChronoUnit.MICROS));
                    }));
        }
    }

    private boolean reachable(RunnerRef runner) {
        return runner.kind() == RunnerKind.KUBERNETES || runner.node().equals(node.name());
    }
}

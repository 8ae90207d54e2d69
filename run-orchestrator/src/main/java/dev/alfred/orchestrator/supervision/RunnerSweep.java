package dev.alfred.orchestrator.supervision;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import jakarta.enterprise.context.ApplicationScoped;

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

    RunnerSweep(SupervisionHandler handler, Launchers launchers) {
        this.handler = handler;
        this.launchers = launchers;
    }

    @Scheduled(every = "30s", delayed = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void sweep() {
        for (Attempt attempt : handler.toRemove(MOST)) {
            attempt.runner()
                    .map(RunnerRef::parse)
                    .ifPresent(runner -> launchers.of(runner.kind()).ifPresent(launcher -> {
                        launcher.remove(runner);
                        handler.removed(
                                attempt.run(), attempt.number(), Instant.now().truncatedTo(ChronoUnit.MICROS));
                    }));
        }
    }
}

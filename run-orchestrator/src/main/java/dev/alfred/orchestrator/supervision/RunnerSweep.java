package dev.alfred.orchestrator.supervision;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.model.Attempt;
import io.quarkus.scheduler.Scheduled;
import org.jboss.logging.Logger;

/**
 * Removes what ended attempts left when a crash came between a run's end and the removal of its runner, and what killed
 * processes left of launches. One that resists keeps none of the others, however many resist.
 */
@ApplicationScoped
class RunnerSweep {
    private static final Logger LOG = Logger.getLogger(RunnerSweep.class);
    private static final int PAGE = 50;

    private final SupervisionHandler handler;
    private final Launchers launchers;
    private final SweepMetrics metrics;

    RunnerSweep(SupervisionHandler handler, Launchers launchers, SweepMetrics metrics) {
        this.handler = handler;
        this.launchers = launchers;
        this.metrics = metrics;
    }

    @Scheduled(
            every = "30s",
            delayed = "10s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void sweep() {
        int left = 0;
        List<Attempt> page = handler.toRemove(left, PAGE);
        while (!page.isEmpty()) {
            for (Attempt attempt : page) {
                left += removed(attempt) ? 0 : 1;
            }
            page = handler.toRemove(left, PAGE);
        }
        for (RunnerKind kind : launchers.kinds()) {
            launchers
                    .of(kind)
                    .ifPresent(launcher ->
                            done("leftovers of " + kind.wire(), () -> launcher.removeLeftovers(handler::present)));
        }
    }

    /** False where its runner resists, or nothing here reaches it: what is removed is looked for no more, the rest is. */
    private boolean removed(Attempt attempt) {
        boolean gone = attempt.runner()
                .map(RunnerRef::parse)
                .filter(runner -> launchers
                        .of(runner.kind())
                        .filter(launcher -> done(runner.text(), () -> launcher.remove(runner)))
                        .isPresent())
                .isPresent();
        if (gone) {
            noted(attempt);
        }
        return gone;
    }

    private void noted(Attempt attempt) {
        handler.removed(attempt.run(), attempt.number());
        metrics.removal(SweepMetrics.Outcome.REMOVED);
    }

    private boolean done(String what, Runnable removal) {
        try {
            removal.run();
            return true;
        } catch (RuntimeException e) {
            metrics.removal(SweepMetrics.Outcome.FAILED);
            LOG.warnf(e, "Can't be removed, the next sweep tries again: %s", what);
            return false;
        }
    }
}

package dev.alfred.orchestrator.supervision;

import jakarta.enterprise.context.ApplicationScoped;

/** Lets tests of other packages sweep when they like. */
@ApplicationScoped
public class Sweeping {
    private final RunnerSweep sweep;

    Sweeping(RunnerSweep sweep) {
        this.sweep = sweep;
    }

    public void now() {
        sweep.sweep();
    }
}

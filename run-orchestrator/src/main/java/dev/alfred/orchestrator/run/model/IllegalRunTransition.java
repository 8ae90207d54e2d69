package dev.alfred.orchestrator.run.model;

import dev.alfred.contracts.vocabulary.RunState;

/** A change that can't happen in the run's state: a programming error, never an update. */
public final class IllegalRunTransition extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    IllegalRunTransition(RunState from, RunChange change) {
        super("a run that is " + from.wire() + " can't take " + change);
    }
}

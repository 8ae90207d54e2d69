package dev.alfred.orchestrator.supervision;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunRepository;
import dev.alfred.orchestrator.transaction.Grouped;

/** What is on record of an attempt's credentials, good only for the run's owner and its present attempt. */
@ApplicationScoped
class CredentialHandler {
    private final RunRepository runs;
    private final RunAttemptRepository attempts;

    CredentialHandler(RunRepository runs, RunAttemptRepository attempts) {
        this.runs = runs;
        this.attempts = attempts;
    }

    /** Whether the attempt is still its orchestrator's to give anything. */
    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    boolean stillOurs(Run.Held held, int attempt) {
        return runs.lock(held).filter(run -> run.attempt() == attempt).isPresent();
    }

    @Grouped(Grouped.Kind.WRITES)
    @Transactional
    void terms(Run.Held held, int attempt, CredentialTerms terms) {
        runs.lock(held)
                .filter(run -> run.attempt() == attempt)
                .ifPresent(run -> attempts.credentialTerms(run.id(), attempt, terms));
    }
}

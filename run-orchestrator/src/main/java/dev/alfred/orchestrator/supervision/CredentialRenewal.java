package dev.alfred.orchestrator.supervision;

import java.time.Instant;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.forge.GitCredentials;
import dev.alfred.orchestrator.forge.model.CredentialTerms;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.Wait;
import dev.alfred.orchestrator.run.store.DatabaseClock;
import org.jboss.logging.Logger;

/**
 * Gives the stages that will still speak to the forge new credentials before theirs end. What can't be had is asked for
 * again, and the run says why; it goes on meanwhile.
 */
@ApplicationScoped
class CredentialRenewal {
    private static final Logger LOG = Logger.getLogger(CredentialRenewal.class);

    private final CredentialHandler handler;
    private final GitCredentials credentials;
    private final DatabaseClock clock;

    CredentialRenewal(CredentialHandler handler, GitCredentials credentials, DatabaseClock clock) {
        this.handler = handler;
        this.credentials = credentials;
        this.clock = clock;
    }

    /** Renews what is due; what is told is why something of it could not be. */
    Optional<Wait> keepUp(SupervisionHandler.Present present, RunnerLauncher launcher, RunnerRef runner) {
        Attempt attempt = present.attempt();
        if (present.terms().endless() || attempt.stopSentAt() != null) {
            return Optional.empty();
        }
        Stage stage = attempt.stage() == null ? null : Wire.of(Stage.class, attempt.stage());
        boolean writes = present.run().request().phase().writes();
        CredentialTerms terms = present.terms();
        for (Stage due : terms.due(stage, writes, clock.now())) {
            terms = renew(present.run(), attempt.number(), terms, due, launcher, runner);
        }
        return terms.trouble(stage, writes).map(term -> new Wait(term.reason(), term.detail(), term.dueAt()));
    }

    private CredentialTerms renew(
            Run run, int attempt, CredentialTerms terms, Stage stage, RunnerLauncher launcher, RunnerRef runner) {
        Outcome outcome = granted(run, stage, attempt, launcher, runner);
        Instant now = clock.now();
        CredentialTerms next = switch (outcome) {
            case Outcome.Given(GitCredential credential) -> {
                LOG.infof(
                        "Credential renewed: run=%s mailbox=%s attempt=%d stage=%s expiresAt=%s",
                        run.id(), run.mailbox(), attempt, stage.wire(), credential.expiresAt());
                yield terms.renewed(stage, credential, now);
            }
            case Outcome.Missing(String reason, String detail) -> terms.failed(stage, now, reason, detail);
            case Outcome.Needless() -> terms.later(stage, now);
        };
        handler.terms(run.held(), attempt, next);
        return next;
    }

    private sealed interface Outcome {
        record Given(GitCredential credential) implements Outcome {}

        record Missing(String reason, String detail) implements Outcome {}

        record Needless() implements Outcome {}
    }

    private Outcome granted(Run run, Stage stage, int attempt, RunnerLauncher launcher, RunnerRef runner) {
        return switch (credentials.ask(run.request().project(), CredentialTerms.access(stage), run.id())) {
            case GitCredentials.Answer.Granted(GitCredential credential) ->
                credential.expired(clock.now())
                        ? new Outcome.Missing(GitCredentials.EXPIRED, "no credential is to be had that is still good")
                        : handler.stillOurs(run.held(), attempt)
                                ? given(launcher.renew(runner, stage, credential), credential)
                                : new Outcome.Needless();
            case GitCredentials.Answer.Unauthorized(String detail) -> new Outcome.Missing("forge_unauthorized", detail);
            case GitCredentials.Answer.Away(String reason, String detail) -> new Outcome.Missing(reason, detail);
        };
    }

    private static Outcome given(RunnerLauncher.Renewal renewal, GitCredential credential) {
        return switch (renewal) {
            case RunnerLauncher.Renewal.Given() -> new Outcome.Given(credential);
            case RunnerLauncher.Renewal.NotNeeded() -> new Outcome.Needless();
            case RunnerLauncher.Renewal.Unreachable(String detail) ->
                new Outcome.Missing("launcher_unreachable", detail);
        };
    }
}

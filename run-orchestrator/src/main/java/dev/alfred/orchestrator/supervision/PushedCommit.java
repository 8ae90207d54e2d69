package dev.alfred.orchestrator.supervision;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.orchestrator.forge.RemoteBranch;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;

/**
 * Whether an attempt whose end was lost had pushed before: publish reports the commit before it pushes, so a branch that
 * stands at it says that the work is done.
 */
@ApplicationScoped
class PushedCommit {
    private final RemoteBranch remote;

    PushedCommit(RemoteBranch remote) {
        this.remote = remote;
    }

    sealed interface Answer {
        record IsHead(String commit) implements Answer {}

        record IsNot() implements Answer {}

        /** The remote can't be read: nothing may be started before it was. */
        record Unknown(String reason) implements Answer {}
    }

    Answer check(Run run, Attempt attempt, ExitReason reason) {
        String reported = attempt.reportedCommit();
        boolean worthAsking = reason.retryable()
                && run.request().phase().writes()
                && reported != null
                && !reported.equals(run.baseCommit());
        if (!worthAsking) {
            return new Answer.IsNot();
        }
        return switch (remote.head(
                run.request().project(), run.request().branch().name(), run.id())) {
            case RemoteBranch.Head.Read(Optional<String> head) ->
                head.filter(reported::equals).isPresent() ? new Answer.IsHead(reported) : new Answer.IsNot();
            case RemoteBranch.Head.Unknown(String why, String ignored) -> new Answer.Unknown(why);
        };
    }
}

package dev.alfred.runner.adapter;

import java.util.Optional;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.process.StopCause;

/**
 * What follows the end of a start: the run's end, a second start in a fresh session, or a retry after a model error.
 * Pure.
 */
public sealed interface NextStep {
    record Finish(ExitReason reason, String detail) implements NextStep {}

    /** @param reset whether the workspace goes back to what prepare left */
    record StartFresh(ResumeFallback reason, boolean reset, String detail) implements NextStep {}

    record Retry(String detail) implements NextStep {}

    /**
     * @param resuming whether the start was the resume of the mailbox's session
     * @param askedId the id that was asked for, or null
     * @param worked whether the model said or did anything in the session, in this start or in one that it retried
     * @param refusal why the CLI refused to resume, in words that its adapter knows
     * @param proof empty when it was no resume
     * @param timeLeft whether another start fits into the timeout
     */
    record Facts(
            boolean resuming,
            String askedId,
            AgentEnd end,
            boolean worked,
            Optional<ResumeFallback> refusal,
            Optional<ResumeProof> proof,
            ModelFailure model,
            boolean budgetExhausted,
            int retriesLeft,
            boolean timeLeft) {}

    static NextStep after(Facts facts) {
        Optional<StopCause> stopped = facts.end().stopped();
        if (stopped.isPresent()) {
            return switch (stopped.get()) {
                case SESSION_CHANGED ->
                    fresh(facts, ResumeFallback.SESSION_CHANGED, true, "the CLI went on in another session");
                case TIMEOUT -> new Finish(ExitReason.TIMEOUT, "the run's time is up");
                case SILENCE -> new Finish(ExitReason.SILENCE, "the agent gave no sign of life for too long");
                case BUDGET -> new Finish(ExitReason.BUDGET, "the run's budget is used up");
                case CANCELLED -> new Finish(ExitReason.CANCELLED, "the run was cancelled");
            };
        }
        if (facts.resuming() && facts.refusal().isPresent()) {
            return fresh(facts, facts.refusal().get(), facts.worked(), "the CLI refused to resume");
        }
        if (facts.resuming() && (facts.end().spoke() || facts.end().succeeded())) {
            Optional<NextStep> lost = lost(facts);
            if (lost.isPresent()) {
                return lost.get();
            }
        }
        return afterOwnEnd(facts);
    }

    private static Optional<NextStep> lost(Facts facts) {
        if (facts.end().inAnotherThan(facts.askedId())) {
            return Optional.of(fresh(facts, ResumeFallback.SESSION_CHANGED, true, "the CLI ended in another session"));
        }
        return switch (facts.proof().orElseThrow()) {
            case ResumeProof.Proven() -> Optional.empty();
            case ResumeProof.NotGrown() ->
                Optional.of(fresh(facts, ResumeFallback.HISTORY_LOST, true, "the conversation did not grow"));
            case ResumeProof.Lost(String detail) ->
                Optional.of(fresh(facts, ResumeFallback.HISTORY_LOST, true, detail));
        };
    }

    private static NextStep afterOwnEnd(Facts facts) {
        if (facts.budgetExhausted()) {
            return new Finish(ExitReason.BUDGET, "the agent reached its own limit of money or turns");
        }
        return switch (facts.model()) {
            case AUTHENTICATION ->
                new Finish(ExitReason.MODEL_AUTHENTICATION, "the model's provider does not accept the credentials");
            case PERMANENT -> new Finish(ExitReason.MODEL_ERROR, "the model refused: " + words(facts.end()));
            case TRANSIENT ->
                facts.retriesLeft() > 0 && facts.timeLeft()
                        ? new Retry(words(facts.end()))
                        : new Finish(ExitReason.MODEL_ERROR, "the model could not answer: " + words(facts.end()));
            case NONE ->
                facts.end().succeeded()
                        ? new Finish(ExitReason.NONE, null)
                        : new Finish(ExitReason.AGENT_FAILED, "the agent failed: " + words(facts.end()));
        };
    }

    private static NextStep fresh(Facts facts, ResumeFallback reason, boolean reset, String detail) {
        return facts.timeLeft()
                ? new StartFresh(reason, reset, detail)
                : new Finish(ExitReason.TIMEOUT, "no time was left for a fresh session");
    }

    private static String words(AgentEnd end) {
        AgentReport report = end.report();
        if (report != null && !report.errors().isEmpty()) {
            return report.errors().getFirst();
        }
        if (report != null && report.error() && report.text() != null) {
            return report.text();
        }
        return end.stderr()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("WARNING"))
                .findFirst()
                .orElse(
                        report == null
                                ? "it ended with status %d and no result".formatted(end.exitCode())
                                : "it ended with status %d".formatted(end.exitCode()));
    }
}

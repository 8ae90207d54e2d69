package dev.alfred.runner.adapter;

import java.util.Optional;

import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.process.StopCause;

/**
 * How one start of a CLI ended.
 *
 * @param stopped why it was ended from here, or empty
 * @param report null when the CLI gave none
 * @param spoke whether the model said or did anything in it
 * @param sessionId the first id that the CLI named, or null
 * @param lastText the last thing that the model said, or null
 * @param streamed what its events told of usage
 */
public record AgentEnd(
        int exitCode,
        Optional<StopCause> stopped,
        AgentReport report,
        boolean spoke,
        String sessionId,
        String lastText,
        Usage streamed,
        String stderr) {
    public boolean succeeded() {
        return exitCode == 0 && stopped.isEmpty() && report != null && !report.error();
    }

    /** Whether work was done, and by the CLI's last word in another session than that one. */
    public boolean inAnotherThan(String session) {
        return (spoke || succeeded())
                && report != null
                && report.sessionId() != null
                && !report.sessionId().equals(session);
    }

    /** The CLI's report or the sum of its events, whichever says more. */
    public Usage usage() {
        if (report == null || report.usage() == null) {
            return streamed;
        }
        return new Usage(
                Math.max(report.usage().inputTokens(), streamed.inputTokens()),
                Math.max(report.usage().cachedInputTokens(), streamed.cachedInputTokens()),
                Math.max(report.usage().outputTokens(), streamed.outputTokens()),
                null);
    }
}

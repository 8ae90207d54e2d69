package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;

/** The words that Alfred itself says on the forge. */
final class Notices {
    private Notices() {}

    static String plan(RunReport report) {
        return text(report, "The analysis ended without a plan in words.");
    }

    static String answer(RunReport report) {
        AgentResult result = report.result();
        if (result != null && blank(result.text()) && !blank(result.question())) {
            return result.question();
        }
        return text(report, "The run ended without an answer in words.");
    }

    static String summary(RunReport report) {
        return text(report, "%s: %d new commit(s) on the branch.".formatted(name(report.phase()), report.commits()));
    }

    static String question(RunReport report) {
        AgentResult result = report.result();
        String question = blank(result.question()) ? result.text() : result.question();
        return (blank(question) ? "Something only a human can tell is missing." : question)
                + "\n\nThe next comment by somebody with write access is taken as the answer.";
    }

    static String noChanges(RunReport report) {
        return text(report, "")
                + "\n\n%s ended without a change. Say what should be different with `/alfred develop …`, or try again with `/alfred retry`."
                        .formatted(name(report.phase()));
    }

    static String failed(RunReport report, Standing.Blocked blocked) {
        String next = report.exitReason() == ExitReason.INVALID_REQUEST
                ? "As long as that is so, no run can succeed. When it is mended, `/alfred retry` tries it again."
                : "`/alfred retry` tries it again.";
        return "%s did not succeed (`%s`): %s.\n\n%s"
                .formatted(name(report.phase()), blocked.reason(), why(report.exitReason()), next);
    }

    /** In words of its own: what a run tells in detail may name addresses of this installation, and is for operators. */
    private static String why(ExitReason reason) {
        return switch (reason) {
            case NONE -> "the run ended without a result";
            case AGENT_FAILED -> "the agent ended with an error";
            case MODEL_ERROR -> "the model could not answer";
            case MODEL_AUTHENTICATION -> "the model refused its credential, which an operator has to look at";
            case BUDGET -> "the budget of the run is used up";
            case TIMEOUT -> "it took longer than a run may";
            case SILENCE -> "the agent gave no sign of life for too long";
            case CANCELLED -> "it was stopped";
            case SETUP_FAILED -> "the project's setup failed";
            case INVALID_REQUEST -> "the branch that it starts from is not there, or something else that it needs";
            case BRANCH_TAKEN -> "somebody else made a branch of that name";
            case EMPTY_REPOSITORY -> "the repository has no commit yet";
            case FORGE_UNREACHABLE -> "the forge could not be reached";
            case FORGE_UNAUTHORIZED -> "the forge refused Alfred's credential, which an operator has to look at";
            case PUSH_REFUSED -> "the forge refused the push";
            case NOT_PUBLISHABLE -> "what the agent left on the branch can't be published";
            case STATE_VOLUME_NOT_WRITABLE -> "the session's state could not be written";
            case RESULT_LOST -> "the result of the run was lost";
            case RUNNER_LOST -> "the runner was lost";
            case RUNNER_EVICTED -> "the runner had to make room for others";
            case IMAGE_PULL -> "the runner's image could not be fetched";
            case OUT_OF_MEMORY -> "the runner ran out of memory";
            case NO_SPACE -> "the runner ran out of disk space";
            case LAUNCH_REFUSED -> "the runner could not be started";
            case MAILBOX_CLOSED -> "the issue was closed";
            case INTERNAL -> "Alfred made a mistake, which an operator has to look at";
        };
    }

    static String cannotStart(BlockReason why) {
        return switch (why) {
            case EMPTY_REPOSITORY ->
                "The repository has no commit yet, so that there is nothing to start from. Push one and say `/alfred retry`.";
            case BRANCH_NAMESPACE_TAKEN ->
                "The repository has a branch called `agent`, beside which no branch `agent/…` can be made. Rename it and say `/alfred retry`.";
            case BUDGET ->
                "Another run could use more than this issue may. When an operator has raised `MAILBOX_BUDGET_USD` or `MAILBOX_TOKEN_LIMIT`, `/alfred retry` goes on.";
            case NO_CHANGES,
                    QUESTION,
                    RUN_FAILED,
                    RUN_CANCELLED,
                    UNTRIGGERED,
                    PAUSED,
                    BRANCH_TAKEN,
                    MERGE_REQUEST_FAILED -> "Blocked: `%s`.".formatted(why.wire());
        };
    }

    static String mergeRequestRefused(MailboxState state, String why) {
        return "The work is on the branch `%s`, but the merge request could not be opened (`%s`). `/alfred retry` tries it again."
                .formatted(state.branch().name(), why);
    }

    static String status(MailboxState state) {
        Standing standing = state.standing();
        StringBuilder text =
                new StringBuilder("Status: **%s**".formatted(standing.status().wire()));
        if (standing.reason() != null) {
            text.append(" (`%s`)".formatted(standing.reason()));
        }
        standing.run()
                .ifPresent(
                        run -> text.append(", phase `%s`".formatted(run.phase().wire())));
        if (state.branch() != null) {
            text.append("\nBranch: `%s`".formatted(state.branch().name()));
        }
        if (state.mergeRequest() != null) {
            text.append("\nMerge request: %s".formatted(state.mergeRequest().url()));
        }
        return text.toString();
    }

    static String mergeRequestTitle(MailboxState state, RunReport report) {
        var proposed = report.result() == null ? null : report.result().mergeRequest();
        return proposed == null || blank(proposed.title()) ? state.issue().title() : proposed.title();
    }

    static String mergeRequestBody(RunReport report) {
        var proposed = report.result() == null ? null : report.result().mergeRequest();
        return proposed == null || blank(proposed.body()) ? text(report, "") : proposed.body();
    }

    private static String text(RunReport report, String otherwise) {
        return report.result() == null || blank(report.result().text())
                ? otherwise
                : report.result().text();
    }

    private static String name(Phase phase) {
        String words = phase.wire().replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static boolean blank(String text) {
        return text == null || text.isBlank();
    }
}

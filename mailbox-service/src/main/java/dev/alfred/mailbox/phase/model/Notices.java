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
        String detail = blank(report.detail()) ? "" : ": " + report.detail();
        String next = report.exitReason() == ExitReason.INVALID_REQUEST
                ? "As long as that is so, no run can succeed. When it is mended, `/alfred retry` tries it again."
                : "`/alfred retry` tries it again.";
        return "%s did not succeed (`%s`)%s.\n\n%s".formatted(name(report.phase()), blocked.reason(), detail, next);
    }

    static String cannotStart(BlockReason why) {
        return switch (why) {
            case EMPTY_REPOSITORY ->
                "The repository has no commit yet, so that there is nothing to start from. Push one and say `/alfred retry`.";
            case BRANCH_NAMESPACE_TAKEN ->
                "The repository has a branch called `agent`, beside which no branch `agent/…` can be made. Rename it and say `/alfred retry`.";
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

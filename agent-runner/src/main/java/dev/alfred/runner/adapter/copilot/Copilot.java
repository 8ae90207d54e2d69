package dev.alfred.runner.adapter.copilot;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.AgentEnd;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStart;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.ModelFailure;
import dev.alfred.runner.adapter.SessionArgument;
import dev.alfred.runner.adapter.session.LoggedSessions;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/** GitHub Copilot CLI, headless. Its words were taken from the real CLI, 1.0.102. */
public final class Copilot implements AgentCli {
    /** Where it keeps its sessions. */
    public static final SessionStatePath STATE =
            new SessionStatePath(SessionStatePath.HOME + "/.copilot/session-state");

    private static final SessionIdFormat SESSION_IDS = SessionIdFormat.UUID;
    private static final String UNKNOWN_SESSION = "Error: No session, task, or name matched '%s'.";
    private static final String UNFIT_SESSION = "Error: Session '%s' was found but could not be loaded.";
    private static final String CORRUPT_SESSION = "Error: Session file is corrupted";
    private static final Set<String> NOT_LOGGED_IN = Set.of(
            "Error: No authentication information found.",
            "Error: Classic Personal Access Tokens (ghp_) are not supported by Copilot.");
    private static final String PROMPT_NOT_TAKEN =
            "Error executing prompt: Error: Request session.send failed with message: ";
    private static final List<String> NOT_WRITABLE =
            List.of("Permission denied (os error 13)", "Read-only file system (os error 30)");

    @Override
    public AdapterId id() {
        return AdapterId.COPILOT;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        boolean verified = verified(version);
        return new LlmCapabilities(verified, verified, verified ? STATE : null);
    }

    private static boolean verified(AgentVersion version) {
        return version.atLeast(1, 0, 102);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return SESSION_IDS;
    }

    /** Without {@code -p} the prompt is read from standard input. */
    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        List<String> argv = new ArrayList<>(List.of(
                place.binary().toString(),
                "--output-format",
                "json",
                "--allow-all",
                "--no-ask-user",
                "--disable-builtin-mcps",
                "--disable-client-telemetry",
                "--no-remote-export",
                "-C",
                place.directory().toString()));
        if (!place.secrets().isEmpty()) {
            // Neither the model's tools nor what they print get to see it.
            argv.add("--secret-env-vars=" + String.join(",", CopilotEnvironment.secretNames(place)));
        }
        if (start.model() != null) {
            argv.addAll(List.of("--model", start.model()));
        }
        argv.addAll(session(start.session()));
        return new ChildCommand(
                argv,
                place.directory(),
                CopilotEnvironment.of(place, start.model()),
                start.prompt().getBytes(StandardCharsets.UTF_8));
    }

    /** {@code --session-id} of a session that is there resumes it, and of one that was lost begins anew in silence. */
    private static List<String> session(SessionArgument session) {
        return switch (session) {
            case SessionArgument.None() -> List.of();
            case SessionArgument.Fresh(String id, String name) ->
                name == null
                        ? List.of("--session-id", SESSION_IDS.require(id))
                        : List.of("--session-id", SESSION_IDS.require(id), "-n", name);
            case SessionArgument.Resume(String id) -> List.of("--resume=" + SESSION_IDS.require(id));
        };
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new CopilotStream(new RecordedUsage(place.home().resolve(".copilot/session-state")));
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new LoggedSessions(new EventLogs(), stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        if (end.spoke() || end.report() != null || end.exitCode() != 1 || !verified(version)) {
            return Optional.empty();
        }
        List<String> words = end.stderr()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        // That is all it says where the session's workspace.yaml is damaged.
        if (words.isEmpty() || words.stream().anyMatch(Copilot::tellsThatItCannotWrite)) {
            return Optional.of(ResumeFallback.RESUME_REFUSED);
        }
        if (words.contains(UNKNOWN_SESSION.formatted(asked))) {
            return Optional.of(ResumeFallback.STATE_MISSING);
        }
        if (!words.contains(UNFIT_SESSION.formatted(asked))) {
            return Optional.empty();
        }
        return Optional.of(
                words.stream().anyMatch(line -> line.startsWith(CORRUPT_SESSION))
                        ? ResumeFallback.STATE_CORRUPT
                        : ResumeFallback.RESUME_REFUSED);
    }

    private static boolean tellsThatItCannotWrite(String line) {
        return line.startsWith(PROMPT_NOT_TAKEN) && NOT_WRITABLE.stream().anyMatch(line::endsWith);
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        AgentReport report = end.report();
        if (report == null && !end.spoke() && end.stderr().lines().anyMatch(NOT_LOGGED_IN::contains)) {
            return ModelFailure.AUTHENTICATION;
        }
        if (report == null || !report.error() || !report.apiError()) {
            return ModelFailure.NONE;
        }
        if (report.apiStatus() != null) {
            return ModelFailure.of(report.apiStatus());
        }
        return switch (report.kind()) {
            case "authentication", "authorization" -> ModelFailure.AUTHENTICATION;
            case "policy", "quota", "context_limit" -> ModelFailure.PERMANENT;
            default -> ModelFailure.TRANSIENT;
        };
    }

    @Override
    public boolean budgetExhausted(AgentEnd end) {
        // Its only cap is on GitHub's own credits, which are no money that Alfred knows.
        return false;
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return false;
    }
}

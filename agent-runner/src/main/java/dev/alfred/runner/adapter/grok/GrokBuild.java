package dev.alfred.runner.adapter.grok;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.AgentEnd;
import dev.alfred.runner.adapter.AgentEnvironment;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentReport;
import dev.alfred.runner.adapter.AgentStart;
import dev.alfred.runner.adapter.AgentStream;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.ModelFailure;
import dev.alfred.runner.adapter.SessionArgument;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/** Grok Build, headless. Its words were taken from the real CLI, 1.0.41. */
public final class GrokBuild implements AgentCli {
    /** Where it keeps its sessions. */
    public static final SessionStatePath STATE = new SessionStatePath(SessionStatePath.HOME + "/.grok/sessions");

    static final SessionIdFormat SESSION_IDS = SessionIdFormat.UUID_IN_LOWER_CASE;
    private static final String PROMPT = ".grok/alfred-prompt";
    private static final String UNKNOWN_SESSION = "Error: Session does not exist locally ";
    /** Before it looks for the session elsewhere, which {@link GrokSettings} keeps it from. */
    private static final String UNKNOWN_HERE = "Session \"%s\" not found locally, ";

    private static final String UNREADABLE_SESSION = "Couldn't create session: Session does not exist";
    private static final String TURNS_EXHAUSTED = "error_max_turns";

    @Override
    public AdapterId id() {
        return AdapterId.GROK_BUILD;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        boolean resumes = version.atLeast(1, 0, 41);
        return new LlmCapabilities(resumes, false, resumes ? STATE : null);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return SESSION_IDS;
    }

    @Override
    public Map<String, String> homeFiles(AgentPlace place, AgentStart start) {
        return Map.of(GrokSettings.FILE, GrokSettings.text(place, start.model()), PROMPT, prompt(start.prompt()));
    }

    /** A prompt that begins with a slash would be taken for a command of the CLI's own, and the rest be dropped. */
    private static String prompt(String text) {
        return text.stripLeading().startsWith("/") ? "Your task:\n" + text : text;
    }

    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        List<String> argv = new ArrayList<>(List.of(
                place.binary().toString(),
                "--prompt-file",
                place.home().resolve(PROMPT).toString(),
                // Else it leaves out the middle of a long prompt.
                "--verbatim",
                "--model",
                GrokSettings.MODEL,
                "--always-approve",
                "--no-plan",
                "--output-format",
                "streaming-messages-json",
                "--cwd",
                place.directory().toString()));
        if (start.maxTurns() > 0) {
            argv.addAll(List.of("--max-turns", Integer.toString(start.maxTurns())));
        }
        argv.addAll(session(start.session()));
        return new ChildCommand(argv, place.directory(), environment(place), ChildCommand.NO_INPUT);
    }

    private static List<String> session(SessionArgument session) {
        return switch (session) {
            case SessionArgument.None() -> List.of();
            case SessionArgument.Fresh(String id, String name) -> List.of("--session-id", SESSION_IDS.require(id));
            case SessionArgument.Resume(String id) -> List.of("--resume", SESSION_IDS.require(id));
        };
    }

    private static Map<String, String> environment(AgentPlace place) {
        return AgentEnvironment.of(
                place,
                Map.of(
                        "GROK_DISABLE_AUTOUPDATER", "1",
                        "GROK_TELEMETRY_ENABLED", "0",
                        // Else a failing model makes it begin the turn again and again, for minutes and without a word.
                        "GROK_TURN_TRANSIENT_RETRY", "0",
                        "GROK_MEMORY", "0"));
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new GrokStream();
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new GrokSessions(stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        boolean began = end.spoke()
                || end.sessionId() != null
                || end.report() != null && end.report().turns() > 0;
        if (began || end.exitCode() != 1 || !version.atLeast(1, 0, 41)) {
            return Optional.empty();
        }
        List<String> words = Stream.concat(
                        end.report() == null ? Stream.empty() : end.report().errors().stream(),
                        end.stderr().lines())
                .map(String::strip)
                .toList();
        if (words.stream()
                .anyMatch(line -> line.startsWith(UNKNOWN_SESSION) || line.startsWith(UNKNOWN_HERE.formatted(asked)))) {
            return Optional.of(ResumeFallback.STATE_MISSING);
        }
        return words.contains(UNREADABLE_SESSION) || words.contains("Error: " + UNREADABLE_SESSION)
                ? Optional.of(ResumeFallback.STATE_CORRUPT)
                : Optional.empty();
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        AgentReport report = end.report();
        if (report == null || !report.error()) {
            return ModelFailure.NONE;
        }
        if (report.apiStatus() == null) {
            return report.apiError() ? ModelFailure.TRANSIENT : ModelFailure.NONE;
        }
        return ModelFailure.of(report.apiStatus());
    }

    @Override
    public boolean budgetExhausted(AgentEnd end) {
        return end.report() != null && TURNS_EXHAUSTED.equals(end.report().kind());
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return false;
    }
}

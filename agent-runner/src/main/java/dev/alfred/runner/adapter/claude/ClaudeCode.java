package dev.alfred.runner.adapter.claude;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import dev.alfred.runner.adapter.session.LoggedSessions;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/** Claude Code, headless. Its words and versions were taken from the real CLI, 2.1.117 to 2.1.328. */
public final class ClaudeCode implements AgentCli {
    /** Where it keeps its sessions. */
    public static final SessionStatePath STATE = new SessionStatePath(SessionStatePath.HOME + "/.claude/projects");

    private static final SessionIdFormat SESSION_IDS = SessionIdFormat.UUID;
    private static final String UNKNOWN_SESSION = "No conversation found with session ID: ";
    private static final String UNFIT_ID = "--resume requires a valid session ID";
    private static final String NOT_LOGGED_IN = "Not logged in · Please run /login";
    private static final String BUDGET_EXHAUSTED = "error_max_budget_usd";
    private static final String API_RETRIES = "3";
    private static final String API_TIMEOUT_MS = "300000";

    @Override
    public AdapterId id() {
        return AdapterId.CLAUDE_CODE;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        boolean resumes = version.atLeast(2, 1, 117);
        return new LlmCapabilities(resumes, version.atLeast(2, 1, 76), resumes ? STATE : null);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return SESSION_IDS;
    }

    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        List<String> argv = new ArrayList<>(List.of(
                place.binary().toString(),
                "-p",
                "--output-format",
                "stream-json",
                "--verbose",
                "--dangerously-skip-permissions"));
        if (start.model() != null) {
            argv.addAll(List.of("--model", start.model()));
        }
        if (start.maxTurns() > 0) {
            argv.addAll(List.of("--max-turns", Integer.toString(start.maxTurns())));
        }
        if (start.budgetUsd() != null) {
            argv.addAll(List.of("--max-budget-usd", start.budgetUsd().toPlainString()));
        }
        argv.addAll(session(start.session()));
        return new ChildCommand(
                argv, place.directory(), environment(place), start.prompt().getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> session(SessionArgument session) {
        return switch (session) {
            case SessionArgument.None() -> List.of();
            case SessionArgument.Fresh(String id, String name) ->
                name == null
                        ? List.of("--session-id", SESSION_IDS.require(id))
                        : List.of("--session-id", SESSION_IDS.require(id), "-n", name);
            case SessionArgument.Resume(String id) -> List.of("--resume", SESSION_IDS.require(id));
        };
    }

    private static Map<String, String> environment(AgentPlace place) {
        Map<String, String> own = new LinkedHashMap<>();
        own.put("DISABLE_AUTOUPDATER", "1");
        own.put("DISABLE_TELEMETRY", "1");
        own.put("DISABLE_ERROR_REPORTING", "1");
        own.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        own.put("CLAUDE_CODE_MAX_RETRIES", API_RETRIES);
        own.put("API_TIMEOUT_MS", API_TIMEOUT_MS);
        if (place.baseUrl() != null) {
            own.put("ANTHROPIC_BASE_URL", place.baseUrl());
        }
        if (runsAsRoot()) {
            // The CLI refuses to skip permissions as root unless it is told that it is in a sandbox.
            own.put("IS_SANDBOX", "1");
        }
        return AgentEnvironment.of(place, own);
    }

    private static boolean runsAsRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            // No /proc: no container, and no root that this would be about.
            return false;
        }
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new ClaudeStream();
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new LoggedSessions(new Transcripts(), stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        boolean began = end.spoke() || end.report() != null && end.report().turns() > 0;
        if (began || end.exitCode() != 1 || !version.atLeast(2, 0, 0)) {
            return Optional.empty();
        }
        List<String> words = Stream.concat(
                        end.report() == null ? Stream.empty() : end.report().errors().stream(),
                        end.stderr().lines())
                .map(String::strip)
                .toList();
        if (words.contains(UNKNOWN_SESSION + asked)) {
            return Optional.of(ResumeFallback.STATE_MISSING);
        }
        return words.stream().anyMatch(line -> line.startsWith(UNFIT_ID) || line.startsWith("Error: " + UNFIT_ID))
                ? Optional.of(ResumeFallback.RESUME_REFUSED)
                : Optional.empty();
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        AgentReport report = end.report();
        if (report == null || !report.error()) {
            return ModelFailure.NONE;
        }
        if (!end.spoke() && NOT_LOGGED_IN.equals(report.text())) {
            return ModelFailure.AUTHENTICATION;
        }
        if (report.apiStatus() == null) {
            return report.apiError() ? ModelFailure.TRANSIENT : ModelFailure.NONE;
        }
        return ModelFailure.of(report.apiStatus());
    }

    @Override
    public boolean budgetExhausted(AgentEnd end) {
        return end.report() != null && BUDGET_EXHAUSTED.equals(end.report().kind());
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return version.atLeast(2, 1, 208);
    }
}

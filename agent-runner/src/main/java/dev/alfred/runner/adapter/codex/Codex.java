package dev.alfred.runner.adapter.codex;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

/**
 * Codex, headless. Its words and versions were taken from the real CLI, 0.107 to 0.169. Below 0.117 it begins a new
 * session in silence when it doesn't know the one asked for.
 */
public final class Codex implements AgentCli {
    private static final String SESSIONS = ".codex/sessions";

    /** Where it keeps its sessions. Its databases lie beside that directory: they hold paths of one home, and are made anew. */
    public static final SessionStatePath STATE = new SessionStatePath(SessionStatePath.HOME + "/" + SESSIONS);

    private static final SessionIdFormat SESSION_IDS = SessionIdFormat.UUID_IN_LOWER_CASE;
    /** A session remembers its provider by this key, and is resumed with no other. */
    private static final String PROVIDER = "alfred";

    private static final String VENDOR = "https://api.openai.com/v1";
    private static final int RETRIES = 2;

    @Override
    public AdapterId id() {
        return AdapterId.CODEX;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        boolean resumes = version.atLeast(0, 117, 0);
        return new LlmCapabilities(resumes, false, resumes ? STATE : null);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return SESSION_IDS;
    }

    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        List<String> argv = new ArrayList<>(List.of(
                place.binary().toString(),
                "exec",
                "--json",
                "--dangerously-bypass-approvals-and-sandbox",
                "--skip-git-repo-check",
                "-C",
                place.directory().toString()));
        if (start.model() != null) {
            argv.addAll(List.of("-m", start.model()));
        }
        settings(place).forEach((key, value) -> argv.addAll(List.of("-c", key + "=" + value)));
        // What stands behind "resume" takes none of the options above.
        argv.addAll(session(start.session()));
        argv.add("-");
        return new ChildCommand(
                argv,
                place.directory(),
                AgentEnvironment.of(place, Map.of()),
                start.prompt().getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> session(SessionArgument session) {
        return switch (session) {
            case SessionArgument.None() -> List.of();
            case SessionArgument.Fresh fresh -> List.of();
            case SessionArgument.Resume(String id) -> List.of("resume", SESSION_IDS.require(id));
        };
    }

    /** On the command line, since a repository's own settings come before those of the home, but not before these. */
    private static Map<String, String> settings(AgentPlace place) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("model_provider", quoted(PROVIDER));
        String provider = "model_providers." + PROVIDER + ".";
        settings.put(provider + "name", quoted("Alfred"));
        settings.put(provider + "base_url", quoted(address(place.baseUrl())));
        settings.put(provider + "wire_api", quoted("responses"));
        key(place).ifPresent(variable -> settings.put(provider + "env_key", quoted(variable)));
        settings.put(provider + "request_max_retries", Integer.toString(RETRIES));
        settings.put(provider + "stream_max_retries", Integer.toString(RETRIES));
        // Else it waits for an unreachable endpoint without end, and gives signs of life meanwhile.
        settings.put("features.unbounded_connection_retries", "false");
        // A sub-agent is a session of its own, which Alfred neither counts nor keeps apart.
        settings.put("features.multi_agent", "false");
        settings.put("features.apps", "false");
        settings.put("features.plugins", "false");
        settings.put("analytics.enabled", "false");
        settings.put("check_for_update_on_startup", "false");
        return settings;
    }

    private static String address(String baseUrl) {
        return baseUrl == null ? VENDOR : baseUrl;
    }

    private static Optional<String> key(AgentPlace place) {
        return place.secrets().keySet().stream()
                .filter(name -> name.endsWith("_API_KEY"))
                .sorted()
                .findFirst()
                .or(() -> place.secrets().keySet().stream().sorted().findFirst());
    }

    /** A basic string of TOML. */
    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new CodexStream(new RolloutUsage(place.home().resolve(SESSIONS)));
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new LoggedSessions(new Rollouts(), stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        if (end.spoke() || end.exitCode() != 1) {
            return Optional.empty();
        }
        if (failure(end).filter(ModelErrors::outgrown).isPresent()) {
            return Optional.of(ResumeFallback.RESUME_REFUSED);
        }
        boolean began = end.sessionId() != null || end.report() != null;
        return began ? Optional.empty() : ResumeRefusal.in(end.stderr(), version, asked);
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        return failure(end).map(ModelErrors::meaning).orElse(ModelFailure.NONE);
    }

    private static Optional<String> failure(AgentEnd end) {
        return Optional.ofNullable(end.report()).filter(AgentReport::error).stream()
                .flatMap(report -> report.errors().stream())
                .findFirst();
    }

    @Override
    public boolean budgetExhausted(AgentEnd end) {
        return false;
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return false;
    }
}

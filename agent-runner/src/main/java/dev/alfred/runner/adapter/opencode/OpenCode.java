package dev.alfred.runner.adapter.opencode;

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
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/**
 * OpenCode, headless. Its words were taken from the real CLI, 1.18.33. It works in a session only from the directory that
 * the session was begun in, and hangs elsewhere: the run's silence ends that.
 */
public final class OpenCode implements AgentCli {
    /** Where its database is moved to, away from the credentials that lie beside it otherwise. */
    public static final SessionStatePath STATE =
            new SessionStatePath(SessionStatePath.HOME + "/.local/share/opencode-sessions");

    private static final SessionIdFormat SESSION_IDS = new SessionIdFormat("ses_[0-9A-Za-z]{20,64}");
    private static final String UNNAMED = "alfred";

    @Override
    public AdapterId id() {
        return AdapterId.OPENCODE;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        boolean resumes = version.atLeast(1, 18, 0);
        return new LlmCapabilities(resumes, resumes, resumes ? STATE : null);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return SESSION_IDS;
    }

    @Override
    public Map<String, String> homeFiles(AgentPlace place, AgentStart start) {
        return OpenCodeSettings.homeFiles();
    }

    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        List<String> argv = new ArrayList<>(List.of(
                place.binary().toString(),
                "run",
                "--format",
                "json",
                "--auto",
                "--dir",
                place.directory().toString()));
        if (start.model() != null) {
            argv.addAll(List.of("-m", OpenCodeSettings.PROVIDER + "/" + start.model()));
        }
        argv.addAll(session(start.session()));
        return new ChildCommand(
                argv,
                place.directory(),
                environment(place, start),
                start.prompt().getBytes(StandardCharsets.UTF_8));
    }

    /** A fresh session without a title would have the model make one up. */
    private static List<String> session(SessionArgument session) {
        return switch (session) {
            case SessionArgument.None() -> List.of();
            case SessionArgument.Fresh(String id, String name) -> List.of("--title=" + (name == null ? UNNAMED : name));
            case SessionArgument.Resume(String id) -> List.of("--session=" + SESSION_IDS.require(id));
        };
    }

    private static Map<String, String> environment(AgentPlace place, AgentStart start) {
        Map<String, String> own = new LinkedHashMap<>();
        if (!(start.session() instanceof SessionArgument.None)) {
            own.put("OPENCODE_DB", database(place).toString());
        }
        own.put("OPENCODE_CONFIG_CONTENT", OpenCodeSettings.json(place, start));
        own.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
        own.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
        own.put("OPENCODE_DISABLE_SHARE", "1");
        own.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
        own.put("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
        own.put("OPENCODE_DISABLE_TERMINAL_TITLE", "1");
        own.put("OPENCODE_PURE", "1");
        // It unpacks a library there at each start and leaves it.
        own.put("TMPDIR", place.home().resolve(OpenCodeSettings.TEMPORARY).toString());
        return AgentEnvironment.of(place, own);
    }

    private static Path database(AgentPlace place) {
        Path state = Path.of(SessionStatePath.HOME).relativize(Path.of(STATE.value()));
        return place.home().resolve(state).resolve(DatabaseSessions.DATABASE);
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new OpenCodeStream();
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new DatabaseSessions(stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        boolean began = end.spoke() || end.sessionId() != null || end.report() != null;
        return began || end.exitCode() != 1 || !version.atLeast(1, 18, 0)
                ? Optional.empty()
                : ResumeRefusal.in(end.stderr());
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        AgentReport report = end.report();
        if (report == null || !report.error()) {
            return ModelFailure.NONE;
        }
        if (report.apiStatus() != null) {
            return ModelFailure.of(report.apiStatus());
        }
        return report.apiError() ? ModelFailure.TRANSIENT : ModelFailure.NONE;
    }

    /** It has no cap on money. */
    @Override
    public boolean budgetExhausted(AgentEnd end) {
        return false;
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return false;
    }
}

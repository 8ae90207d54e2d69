package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.runner.adapter.AgentDriver;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentSettings;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;
import dev.alfred.runner.workspace.StateAdmission;

/**
 * The runs of one mailbox by one agent's CLI, as the {@code run} stage does them: each has a home of its own, all work at the
 * same path, and the session state is all that goes from one to the next.
 */
public final class MailboxRuns {
    private static final String NAME = "agent/issue-7-add-a-name";
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int MAX_TURNS = 20;

    private final AgentUnderTest agent;
    private final String modelUrl;
    private final Path directory;
    private final Path state;
    private final Path workspace;
    private final List<RunnerLine> lines = new CopyOnWriteArrayList<>();
    private volatile Path present;
    private int count;

    private String resumeId;
    private SessionFingerprint fingerprint;
    private SessionTotals totals;

    private MailboxRuns(AgentUnderTest agent, String modelUrl, Path directory, Path workspace) throws IOException {
        this.agent = agent;
        this.modelUrl = modelUrl;
        this.directory = directory;
        this.state = Files.createDirectories(directory.resolve("state"));
        Files.setPosixFilePermissions(state, OWN);
        this.workspace = workspace;
    }

    /** Of a new mailbox, in an empty directory. */
    public static MailboxRuns of(AgentUnderTest agent, String modelUrl, Path directory) throws IOException {
        MailboxRuns runs = new MailboxRuns(
                agent, modelUrl, directory, Files.createDirectories(directory.resolve("workspace/repo")));
        runs.fillWorkspace();
        return runs;
    }

    private void fillWorkspace() throws IOException {
        Files.writeString(workspace.resolve("README"), "hello\n");
        git("init", "-q", "-b", "main", ".");
        git("add", "-A");
        git("-c", "user.name=A", "-c", "user.email=a@example.invalid", "commit", "-q", "-m", "Begin");
    }

    /** Another that stands where this one does: a copy of its state, and the same workspace. */
    public MailboxRuns copy(Path elsewhere) throws IOException {
        return copy(elsewhere, workspace);
    }

    /** As {@link #copy}, but in a new workspace at another path, as Alfred never does it. */
    public MailboxRuns copyToAnotherWorkspace(Path elsewhere) throws IOException {
        MailboxRuns copy = copy(elsewhere, Files.createDirectories(elsewhere.resolve("workspace/moved")));
        copy.fillWorkspace();
        return copy;
    }

    private MailboxRuns copy(Path elsewhere, Path itsWorkspace) throws IOException {
        MailboxRuns copy = new MailboxRuns(agent, modelUrl, elsewhere, itsWorkspace);
        Shell.run(directory, "cp -a state/. '%s'".formatted(copy.state));
        copy.resumeId = resumeId;
        copy.fingerprint = fingerprint;
        copy.totals = totals;
        return copy;
    }

    /** A run to its end, whose session the next one resumes. */
    public LlmResult run(String prompt) throws IOException {
        return run(prompt, RunOptions.usual());
    }

    public LlmResult run(String prompt, RunOptions options) throws IOException {
        return work(prompt, options, new Cancellation());
    }

    /** A run that goes on while the test does. */
    public RunInProgress start(String prompt, RunOptions options) {
        return RunInProgress.of(
                cancellation -> work(prompt, options, cancellation),
                directory.resolve("pid"),
                workspace,
                this::savedMeanwhile);
    }

    /** Whether a turn of a session is on disk at this moment of a run. */
    private boolean savedMeanwhile() {
        Path now = present;
        if (now == null) {
            return true;
        }
        SessionFiles files = agent.cli().sessions(now);
        return files.ids().stream().anyMatch(id -> files.saved(id).isPresent());
    }

    private LlmResult work(String prompt, RunOptions options, Cancellation cancellation) throws IOException {
        Path home = Files.createDirectory(directory.resolve("home-" + ++count));
        SessionStatePath statePath = options.withSession()
                ? agent.cli().capabilities(agent.version()).sessionStatePath()
                : null;
        Path mounted = statePath == null ? null : mount(home, statePath);
        try {
            ResumeFallback known = mounted == null ? null : admitted(mounted, options.stateMaxBytes());
            AgentDriver driver = new AgentDriver(
                    agent.cli(),
                    place(home, mounted, options),
                    settings(options, mounted, known),
                    lines::add,
                    this::resetWorkspace,
                    cancellation);
            LlmResult result = driver.work(request(prompt, options, statePath));
            if (mounted != null) {
                remember(result);
            }
            return result;
        } finally {
            if (mounted != null) {
                unmount(home, mounted);
            }
            Trees.remove(home);
        }
    }

    private Path mount(Path home, SessionStatePath statePath) throws IOException {
        Path mounted = home.resolve(Path.of(SessionStatePath.HOME).relativize(Path.of(statePath.value())));
        Files.createDirectories(mounted.getParent());
        present = Files.move(state, mounted);
        return present;
    }

    /** Moves the state back, whatever became of the permissions on the way there. */
    private void unmount(Path home, Path mounted) throws IOException {
        Files.setPosixFilePermissions(home, OWN);
        Path way = home;
        for (Path name : home.relativize(mounted)) {
            way = way.resolve(name);
            Files.setPosixFilePermissions(way, OWN);
        }
        Files.move(mounted, state);
    }

    private ResumeFallback admitted(Path mounted, long maxBytes) throws IOException {
        StateAdmission admission = StateAdmission.of(mounted, maxBytes, resumeId);
        return admission.objection() == null ? null : ResumeFallback.STATE_REJECTED;
    }

    private AgentPlace place(Path home, Path mounted, RunOptions options) throws IOException {
        return new AgentPlace(
                launcher(mounted, options),
                agent.version(),
                workspace,
                home,
                Map.of(agent.keyVariable(), "made-up-key"),
                agent.protocol(),
                options.modelUrl() == null ? modelUrl : options.modelUrl(),
                Map.of());
    }

    /** Starts the CLI, and leaves a note of that for the test. */
    private Path launcher(Path mounted, RunOptions options) throws IOException {
        Path launcher = directory.resolve("cli");
        Path sabotage = directory.resolve("sabotage");
        if (options.sabotage() != null) {
            Files.writeString(sabotage, options.sabotage());
        }
        Files.writeString(
                launcher, """
                #!/bin/sh
                cd '%1$s'
                echo start >> starts
                echo $$ > pid
                STATE='%2$s'
                if [ -e sabotage ]; then mv sabotage sabotage.done; . ./sabotage.done; fi
                cd '%3$s'
                exec '%4$s' "$@"
                """.formatted(directory, mounted == null ? "" : mounted, workspace, agent.program()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return launcher;
    }

    private AgentSettings settings(RunOptions options, Path mounted, ResumeFallback known) {
        return new AgentSettings(
                MAX_TURNS,
                options.silence(),
                mounted,
                fingerprint,
                totals,
                known,
                agent.cli().capabilities(agent.version()).namedSessions(),
                options.delta() != null,
                Duration.ofMillis(10),
                GRACE);
    }

    private LlmRequest request(String prompt, RunOptions options, SessionStatePath statePath) {
        SessionRef session = statePath == null
                ? null
                : new SessionRef(NAME, UUID.randomUUID().toString(), resumeId, statePath);
        return new LlmRequest(
                Phase.DEVELOPMENT,
                agent.model(),
                prompt,
                options.delta(),
                session,
                options.timeout(),
                options.retries(),
                options.budget());
    }

    private boolean resetWorkspace() throws IOException {
        git("reset", "-q", "--hard", "main");
        git("clean", "-fdxq");
        return true;
    }

    private void git(String... arguments) throws IOException {
        Path scratch = Files.createTempDirectory(directory, "git-");
        Git git = new Git(scratch, "none", Map.of(), new Cancellation(), Duration.ofMinutes(1));
        if (!git.run(workspace, arguments).ok()) {
            throw new IOException("git " + List.of(arguments) + " failed");
        }
        Trees.remove(scratch);
    }

    /** What the orchestrator would take from a run's end for the next one. */
    public void remember(LlmResult result) {
        resumeId = result.resumable() ? result.sessionId() : null;
        fingerprint = result.fingerprint();
        totals = result.totals();
    }

    /** Where the session state lies between the runs. */
    public Path state() {
        return state;
    }

    public Path workspace() {
        return workspace;
    }

    /** What the next run is to resume, or null. */
    public String resumeId() {
        return resumeId;
    }

    /** How often the CLI was started so far. */
    public int starts() throws IOException {
        Path starts = directory.resolve("starts");
        return Files.exists(starts) ? Files.readAllLines(starts).size() : 0;
    }

    /** All that the runs told while they ran. */
    public List<RunnerLine> lines() {
        return List.copyOf(lines);
    }
}

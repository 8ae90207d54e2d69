package dev.alfred.runner.stage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.local.agent.ScriptedAgent;
import dev.alfred.runner.adapter.InstalledAgents;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.process.Cancellation;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Attempts of one mailbox's runs on a real repository: each has a workspace and a home of its own, and the session state
 * is all that goes from one to the next.
 */
final class Attempts {
    static final String BRANCH = "agent/issue-7-add-a-name";

    private static final String PROTOCOLS = "file:http";

    final Path directory;
    final Path origin;
    final Path state;
    final Path scenario;
    private Path agents;
    private int count;

    Phase phase = Phase.DEVELOPMENT;
    String baseCommit;
    String resumeId;
    SessionFingerprint fingerprint;
    SessionTotals totals;
    boolean pushed;
    String cloneUrl;
    boolean alfredsOwn = true;
    boolean withSession = true;
    boolean useDelta;
    String prompt = "MARK-first [[tool:echo work > work.txt; git add -A; git commit -qm 'Add the work']]";
    String delta;
    Duration timeout = Duration.ofMinutes(2);
    Duration silence = Duration.ofMinutes(2);
    int retries = 2;
    long tokenLimit;
    BigDecimal budgetUsd = new BigDecimal("5");
    ModelPrice price;
    long stateMaxBytes = 10_000_000;
    Cancellation cancellation = new Cancellation();

    private Attempts(Path directory) throws IOException {
        this.directory = directory;
        origin = directory.resolve("origin.git");
        cloneUrl = origin.toUri().toString();
        state = Files.createDirectories(directory.resolve("sessions"));
        scenario = directory.resolve("scenario");
    }

    /** On a repository with one commit, by the scripted agent. */
    static Attempts on(Path directory) throws IOException {
        Attempts attempts = new Attempts(directory);
        attempts.shell(
                directory,
                "git init -q --bare -b main origin.git && git clone -q origin.git seed 2>/dev/null && cd seed"
                        + " && git checkout -q -B main && echo hello > README && printf 'ignored\\n' > .gitignore"
                        + " && git add -A && git commit -qm 'Begin' && git push -q origin main");
        attempts.installScriptedAgent();
        return attempts;
    }

    private void installScriptedAgent() throws IOException {
        agents = directory.resolve("agents");
        Path launcher = Files.createDirectories(agents.resolve("bin")).resolve("claude");
        String classpath = String.join(
                ":",
                List.of(
                        where(ScriptedAgent.class),
                        where(ObjectMapper.class),
                        where(com.fasterxml.jackson.core.JsonFactory.class),
                        where(com.fasterxml.jackson.annotation.JsonProperty.class)));
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -DSCRIPTED_AGENT_SCENARIO=%s -cp %s %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin/java"),
                                scenario,
                                classpath,
                                ScriptedAgent.class.getName()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The agent's program. */
    Path agent() {
        return agents.resolve("bin/claude");
    }

    private static String where(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }

    /** What goes wrong in the next starts of the scripted agent, one word a start. */
    void scenario(String... starts) throws IOException {
        Files.write(scenario, Arrays.asList(starts));
    }

    /** A new attempt, with its input in place. */
    Attempt next() throws IOException {
        Attempt attempt = new Attempt(new Layout(directory.resolve("attempt-" + ++count)));
        Files.createDirectories(attempt.layout.input());
        Files.createDirectories(attempt.layout.at("/alfred"));
        Files.createSymbolicLink(attempt.layout.state(), state);
        Files.writeString(attempt.layout.input().resolve("prompt-full.md"), prompt);
        if (delta != null) {
            Files.writeString(attempt.layout.input().resolve("prompt-delta.md"), delta);
        }
        Files.write(
                attempt.layout.input().resolve("spec.json"),
                ContractJson.mapper().writeValueAsBytes(spec()));
        Path secrets = Files.createDirectories(attempt.layout.providerCredentials());
        Files.writeString(secrets.resolve("ANTHROPIC_API_KEY"), "made-up-secret-key\n");
        // The launcher mounts the state into the home; a link does here.
        Path mounted = attempt.layout.at(statePath().value());
        Files.createDirectories(mounted.getParent());
        Files.createSymbolicLink(mounted, state);
        return attempt;
    }

    private SessionStatePath statePath() {
        return ClaudeCode.STATE;
    }

    private RunnerSpec spec() {
        return new RunnerSpec(
                UUID.fromString("019a0000-0000-7000-8000-000000000001"),
                1,
                new MailboxKey("acme-shop-issue-7"),
                phase,
                AdapterId.CLAUDE_CODE,
                "sonnet",
                new RunnerSpec.Repository(ForgeKind.FORGEJO, cloneUrl, BRANCH, "main", pushed, alfredsOwn),
                baseCommit,
                withSession ? new SessionRef(BRANCH, UUID.randomUUID().toString(), resumeId, statePath()) : null,
                true,
                useDelta,
                fingerprint,
                totals,
                new RunnerSpec.Provider(
                        "anthropic", ModelProtocol.ANTHROPIC_MESSAGES, null, List.of("ANTHROPIC_API_KEY")),
                new RunnerSpec.Limits(
                        timeout,
                        Duration.ofSeconds(20),
                        silence,
                        retries,
                        20,
                        budgetUsd,
                        tokenLimit,
                        stateMaxBytes,
                        price),
                "Alfred Test <alfred@example.invalid>",
                null);
    }

    /** A run from prepare to its end, with the session kept for the next one. */
    StageResult.Ran runThrough() throws IOException {
        Attempt attempt = next();
        assertThat(attempt.prepare().reason()).isEqualTo(dev.alfred.contracts.vocabulary.ExitReason.NONE);
        StageResult.Ran ran = attempt.run();
        remember(ran.llm());
        return ran;
    }

    /** What the orchestrator would take from a run's end for the next one. */
    void remember(LlmResult result) {
        resumeId = result.sessionId();
        fingerprint = result.fingerprint();
        totals = result.totals();
    }

    Path transcript(String id) throws IOException {
        try (var found = Files.find(state, 3, (path, attributes) -> path.endsWith(id + ".jsonl"))) {
            return found.findFirst().orElseThrow();
        }
    }

    String shell(Path where, String script) {
        try {
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script)
                    .directory(where.toFile())
                    .redirectErrorStream(true);
            builder.environment()
                    .putAll(java.util.Map.of(
                            "GIT_AUTHOR_NAME",
                            "A",
                            "GIT_AUTHOR_EMAIL",
                            "a@example.invalid",
                            "GIT_COMMITTER_NAME",
                            "A",
                            "GIT_COMMITTER_EMAIL",
                            "a@example.invalid",
                            "GIT_CONFIG_GLOBAL",
                            "/dev/null"));
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            return printed.strip();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String git(String arguments) {
        return shell(origin, "git " + arguments);
    }

    /** One attempt: its stages, run in this process as their commands do. */
    final class Attempt {
        final Layout layout;
        final List<RunnerLine> lines = new ArrayList<>();
        int status;
        private volatile ByteArrayOutputStream out = new ByteArrayOutputStream();

        private Attempt(Layout layout) {
            this.layout = layout;
        }

        /** What the present stage has printed so far. */
        String printed() {
            return out.toString(StandardCharsets.UTF_8);
        }

        StageResult.Prepared prepare() {
            return (StageResult.Prepared) stage(
                    Stage.PREPARE,
                    (output, cancel) -> new PrepareStage(layout, PROTOCOLS, output, cancel).work(),
                    PrepareStage::failed);
        }

        StageResult.Ran run() {
            return (StageResult.Ran) stage(
                    Stage.RUN,
                    (output, cancel) -> new RunStage(
                                    layout,
                                    new InstalledAgents(agents),
                                    AgentRunner.ADAPTERS,
                                    output,
                                    cancel,
                                    Duration.ofMillis(10))
                            .work(),
                    RunStage::failed);
        }

        StageResult.Published publish() {
            return (StageResult.Published) stage(
                    Stage.PUBLISH,
                    (output, cancel) -> new PublishStage(layout, PROTOCOLS, output, cancel).work(),
                    PublishStage::failed);
        }

        private StageResult stage(Stage stage, StageExecution.Work work, StageExecution.Failed failed) {
            out = new ByteArrayOutputStream();
            status = new StageExecution(stage, layout, new PrintStream(out, true), System.err)
                    .run(work, failed, cancellation);
            return read(stage, out.toString(StandardCharsets.UTF_8));
        }

        private StageResult read(Stage stage, String printed) {
            try {
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                for (String line : printed.lines().toList()) {
                    RunnerLine read = ContractJson.mapper().readValue(line, RunnerLine.class);
                    lines.add(read);
                    if (read instanceof RunnerLine.Result part) {
                        if (part.part() == 1) {
                            whole.reset();
                        }
                        whole.writeBytes(Base64.getDecoder().decode(part.data()));
                    }
                }
                Termination termination =
                        ContractJson.mapper().readValue(layout.termination().toFile(), Termination.class);
                assertThat(Files.size(layout.termination())).isLessThanOrEqualTo(4096);
                assertThat(termination.stage()).isEqualTo(stage);
                assertThat(termination.size()).isEqualTo(whole.size());
                return ContractJson.mapper().readValue(whole.toByteArray(), StageResult.class);
            } catch (IOException e) {
                throw new IllegalStateException(printed, e);
            }
        }

        /** A stage's command as a program of its own. */
        ProcessBuilder program(String command) {
            ProcessBuilder builder = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    AgentRunnerMain.class.getName(),
                    command);
            builder.environment().put("ALFRED_ROOT", layout.root().toString());
            builder.environment().put("ALFRED_AGENTS_DIR", agents.toString());
            return builder;
        }

        String shell(String script) {
            return Attempts.this.shell(layout.at(RunnerPaths.REPOSITORY), script);
        }

        List<String> logged() {
            return lines.stream()
                    .filter(RunnerLine.Log.class::isInstance)
                    .map(line -> ((RunnerLine.Log) line).message())
                    .toList();
        }
    }
}

package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.adapter.InstalledAgents;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.egress.EgressForwarder;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code agent-runner rehearse}: plays the stages of one attempt and the supervision of another in this one process, on a
 * small repository of its own and without a network. A JVM that is told to watch ({@code -XX:AOTCacheOutput}) learns from
 * it what a runner needs to begin, and leaves that to the runners to come. Ends with 0 when all went well.
 */
@Command(name = "rehearse", description = "Plays an attempt, for a JVM that makes an AOT cache of it.")
final class Rehearsal implements Callable<Integer> {
    private static final UUID RUN = UUID.fromString("01980000-0000-7000-8000-000000000001");
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String FORGE = "http://127.0.0.1:9";

    @Option(names = "--agents", required = true, description = "Has bin/claude, which is started.")
    private Path agents;

    @Override
    public Integer call() throws IOException {
        Path place = Files.createTempDirectory("alfred-");
        try {
            return play(place) && supervise(place) ? 0 : 1;
        } finally {
            Trees.remove(place);
        }
    }

    private boolean play(Path place) throws IOException {
        Layout layout = new Layout(Files.createDirectory(place.resolve("root")));
        Files.createDirectories(layout.input());
        Files.createDirectories(layout.state());
        Files.write(
                layout.input().resolve("spec.json"), ContractJson.mapper().writeValueAsBytes(spec(repository(place))));
        Files.writeString(layout.input().resolve("prompt-full.md"), "Change it.");
        // Only looked at: what it listens on may be another's on this machine.
        EgressForwarder.loopbackOf(FORGE);
        try (PrintStream out = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)) {
            AgentRunner runner = new AgentRunner(out, layout, "file", new InstalledAgents(agents));
            return Arrays.stream(Stage.values()).allMatch(stage -> runner.stage(stage) == 0);
        }
    }

    private static Path repository(Path place) throws IOException {
        Git git = new Git(Files.createDirectory(place.resolve("git")), "none", Map.of(), new Cancellation(), LONGEST);
        Path made = Files.createDirectory(place.resolve("made"));
        git.run(made, "init", "-q", "-b", "main", ".").required();
        Files.writeString(made.resolve("README.md"), "To rehearse with.\n");
        git.run(made, "add", "README.md").required();
        git.run(made, "-c", "user.name=A", "-c", "user.email=a@example.invalid", "commit", "-q", "-m", "Begin")
                .required();
        return made;
    }

    private static RunnerSpec spec(Path repository) {
        return new RunnerSpec(
                RUN,
                1,
                new MailboxKey("acme-shop-issue-1"),
                Phase.DEVELOPMENT,
                AdapterId.CLAUDE_CODE,
                "none",
                new RunnerSpec.Repository(
                        ForgeKind.FORGEJO, "file://" + repository, "agent/issue-1-rehearse", "main", false, true),
                null,
                new SessionRef("agent/issue-1-rehearse", UUID.randomUUID().toString(), null, ClaudeCode.STATE),
                false,
                false,
                null,
                null,
                new RunnerSpec.Provider("none", null, null, List.of()),
                new RunnerSpec.Limits(LONGEST, LONGEST, LONGEST, 0, 10, null, 0, 1 << 20, null),
                null,
                null);
    }

    /** With stages that do nothing. */
    private static boolean supervise(Path place) throws IOException {
        Path attempt = Files.createDirectory(place.resolve("attempt"));
        Files.createDirectory(attempt.resolve(AttemptFiles.INPUT));
        Files.write(
                attempt.resolve(AttemptFiles.PLAN),
                ContractJson.mapper().writeValueAsBytes(plan(place.resolve("mirror"))));
        int status = new CommandLine(new AgentRunner(System.err)).execute("supervise", "--attempt", attempt.toString());
        AttemptEnd end = ContractJson.mapper()
                .readValue(attempt.resolve(AttemptFiles.ENDED).toFile(), AttemptEnd.class);
        return status == 0 && end.cause() == ExitReason.NONE;
    }

    private static AttemptPlan plan(Path mirror) {
        return new AttemptPlan(
                RUN,
                1,
                RunnerKind.HOST,
                null,
                List.of("/bin/true"),
                List.of(),
                List.of(),
                Arrays.stream(Stage.values())
                        .map(stage -> new StagePlan(stage, List.of(Destination.parse("127.0.0.1:9"))))
                        .toList(),
                null,
                null,
                LONGEST,
                Duration.ofSeconds(10),
                null,
                mirror.toString());
    }
}

package dev.alfred.benchmarks.prepare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.GitProgram;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;

/** Attempts of the host runner that end after {@code prepare}, each from its supervisor's start to its end. */
final class PrepareStages {
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-Xlog:disable",
            "-Dfile.encoding=UTF-8");
    private static final UUID RUN = UUID.fromString("01980000-0000-7000-8000-000000000001");
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Path directory;
    private final Path program;
    private final String cloneUrl;
    private int count;

    /** @param program agent-runner, packaged */
    PrepareStages(Path directory, Path program, String cloneUrl) {
        this.directory = directory;
        this.program = program;
        this.cloneUrl = cloneUrl;
    }

    /**
     * Prepares a workspace, and removes it again.
     *
     * @param mirror null for none
     * @return in seconds
     */
    double seconds(Path mirror, LongHistory expected) throws IOException {
        Path attempt = Files.createDirectory(directory.resolve("attempt-" + ++count));
        Path input = Files.createDirectory(attempt.resolve(AttemptFiles.INPUT));
        Files.write(input.resolve("spec.json"), ContractJson.mapper().writeValueAsBytes(spec()));
        Files.writeString(input.resolve("prompt-full.md"), "None: nobody runs.");
        Files.write(attempt.resolve(AttemptFiles.PLAN), ContractJson.mapper().writeValueAsBytes(plan(mirror)));
        List<String> command = java("-Xmx96m");
        command.addAll(List.of("supervise", "--attempt", attempt.toString()));
        long start = System.nanoTime();
        Process supervisor = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(attempt.resolve(AttemptFiles.SUPERVISOR_LOG).toFile())
                .start();
        try {
            supervisor.waitFor();
        } catch (InterruptedException e) {
            supervisor.destroy();
            Thread.currentThread().interrupt();
            throw new CannotMeasure("interrupted", e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        check(attempt, expected);
        new ProcessBuilder("rm", "-rf", "--", attempt.toString())
                .start()
                .onExit()
                .join();
        return seconds;
    }

    private List<String> java(String memory) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), memory));
        command.addAll(JVM);
        command.add("-XX:AOTCache=" + program.resolveSibling("agent-runner.aot"));
        command.addAll(List.of("-jar", program.toString()));
        return command;
    }

    /** Whatever was used, the workspace has all of the history. */
    private static void check(Path attempt, LongHistory expected) throws IOException {
        Path ended = attempt.resolve(AttemptFiles.stageEnd(Stage.PREPARE));
        if (Files.notExists(ended)
                || ContractJson.mapper()
                                .readValue(ended.toFile(), StageEnd.class)
                                .exitCode()
                        != 0
                || ContractJson.mapper()
                                .readValue(attempt.resolve(AttemptFiles.ENDED).toFile(), AttemptEnd.class)
                                .cause()
                        != ExitReason.NONE) {
            throw new CannotMeasure("prepare failed: " + Files.readString(attempt.resolve(AttemptFiles.LOG)));
        }
        Path repository = attempt.resolve(AttemptFiles.ROOT).resolve(RunnerPaths.REPOSITORY.substring(1));
        String commits = GitProgram.run(repository, "rev-list", "--count", "HEAD");
        if (!commits.equals(String.valueOf(expected.commits()))
                || !GitProgram.run(repository, "rev-parse", "HEAD").equals(expected.head())
                || Files.exists(repository.resolve(".git/objects/info/alternates"))) {
            throw new CannotMeasure("prepare made another workspace than it should: it has " + commits + " commits.");
        }
    }

    private AttemptPlan plan(Path mirror) {
        return new AttemptPlan(
                RUN,
                1,
                RunnerKind.HOST,
                null,
                java("-Xmx256m"),
                List.of(),
                List.of(),
                List.of(new StagePlan(Stage.PREPARE, List.of())),
                null,
                null,
                LONGEST,
                Duration.ofSeconds(10),
                null,
                mirror == null ? null : mirror.toString());
    }

    private RunnerSpec spec() {
        return new RunnerSpec(
                RUN,
                1,
                new MailboxKey("bench-long-issue-1"),
                Phase.DEVELOPMENT,
                AdapterId.CLAUDE_CODE,
                "none",
                new RunnerSpec.Repository(ForgeKind.FORGEJO, cloneUrl, "agent/issue-1-measure", "main", false, true),
                null,
                null,
                false,
                false,
                null,
                null,
                new RunnerSpec.Provider("none", null, null, List.of()),
                new RunnerSpec.Limits(LONGEST, LONGEST, LONGEST, 0, 1, null, 0, 1 << 20, null),
                null,
                null);
    }
}

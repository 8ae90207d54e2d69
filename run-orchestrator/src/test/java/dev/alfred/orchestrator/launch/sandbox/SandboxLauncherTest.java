package dev.alfred.orchestrator.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The sandbox launcher with the real supervisor, bubblewrap and stages. */
class SandboxLauncherTest {
    private static final Path RUNNER = Path.of("../agent-runner/target/quarkus-app");

    @TempDir
    Path directory;

    private SandboxLauncher launcher;
    private Path agents;
    private Path state;

    @BeforeEach
    void makeALauncher() throws IOException {
        agents = Files.createDirectories(directory.resolve("agents/bin"));
        state = Files.createDirectory(directory.resolve("state"));
        if (SandboxPlan.runsAsRoot()) {
            Files.setAttribute(state, "unix:uid", 10001, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(state, "unix:gid", 10001, LinkOption.NOFOLLOW_LINKS);
        }
        launcher = launcher(RUNNER);
    }

    @Test
    void aRealAttemptGoesFromLaunchToItsEnd() throws IOException {
        assumeRunner();

        RunnerRef runner = launched(LaunchOrders.order(1, new StateLocation.Directory(state.toString())));

        await().atMost(Duration.ofSeconds(90)).until(() -> launcher.observe(runner, 0) instanceof Observation.Ended);
        Observation.Ended ended = (Observation.Ended) launcher.observe(runner, 0);
        // The forge of this order does not exist: prepare says so, and it is the last stage.
        assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE);
        assertThat(ended.stages().get(Stage.PREPARE).exitCode()).isEqualTo(1);
        Termination told = ContractJson.mapper()
                .readValue(ended.stages().get(Stage.PREPARE).termination(), Termination.class);
        assertThat(told.reason()).isEqualTo(ExitReason.FORGE_UNREACHABLE);
        assertThat(ended.log().lines())
                .allMatch(line -> line.stage() == Stage.PREPARE)
                .extracting(Observation.LogLines.Line::text)
                .anyMatch(line -> line.contains("\"result\""))
                .noneMatch(line -> line.contains("read-token"));
        AttemptPlan plan = ContractJson.mapper()
                .readValue(
                        directory
                                .resolve("attempts")
                                .resolve(runner.handle())
                                .resolve(AttemptFiles.PLAN)
                                .toFile(),
                        AttemptPlan.class);
        assertThat(plan.mirror())
                .isEqualTo(directory
                        .resolve("mirrors")
                        .resolve(LaunchOrders.MIRROR)
                        .toString());
        launcher.remove(runner);
        assertThat(launcher.observe(runner, 0)).isInstanceOf(Observation.Gone.class);
        assertThat(state).isDirectory();
    }

    @Test
    void detectionFindsTheAgentsOfThisMachineWithoutANetwork() throws IOException {
        assumeRunner();
        Path claude = Files.writeString(agents.resolve("claude"), "#!/bin/sh\necho '2.1.328 (Claude Code)'\n");
        Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rwxr-xr-x"));

        Detection detection = launcher.detect(null, null);

        assertThat(detection)
                .isInstanceOfSatisfying(
                        Detection.Detected.class,
                        detected -> assertThat(detected.agents())
                                .singleElement()
                                .satisfies(agent -> {
                                    assertThat(agent.adapter()).isEqualTo(AdapterId.CLAUDE_CODE);
                                    assertThat(agent.version()).isEqualTo("2.1.328");
                                }));
        try (Stream<Path> left = Files.list(directory.resolve("attempts"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aRunnerThatIsNotThereMakesDetectionFail() {
        assertThat(launcher(directory.resolve("nowhere")).detect(null, null)).isInstanceOf(Detection.Failed.class);
    }

    @Test
    void aMissingOrForeignStateDirectoryIsRefused() throws IOException {
        assumeBubblewrap();
        assertThat(launcher.launch(LaunchOrders.order(1, new StateLocation.Directory("/nowhere/at/all")), () -> true))
                .isInstanceOfSatisfying(
                        LaunchOutcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ExitReason.STATE_VOLUME_NOT_WRITABLE));
        Path link = Files.createSymbolicLink(directory.resolve("link"), state);
        assertThat(launcher.launch(LaunchOrders.order(1, new StateLocation.Directory(link.toString())), () -> true))
                .isInstanceOf(LaunchOutcome.Refused.class);
        assertThat(launcher.launch(LaunchOrders.order(1, new StateLocation.Claim("a", "b")), () -> true))
                .isInstanceOf(LaunchOutcome.Refused.class);
    }

    private static void assumeRunner() {
        assumeTrue(
                Files.isRegularFile(RUNNER.resolve("quarkus-run.jar")),
                "skipped: agent-runner is not packaged (mvn package -pl agent-runner -am)");
        assumeBubblewrap();
    }

    /** Without it the launcher refuses everything for that reason. */
    private static void assumeBubblewrap() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "skipped: bubblewrap is not installed");
    }

    private RunnerRef launched(LaunchOrder order) {
        return ((LaunchOutcome.Launched) launcher.launch(order, () -> true)).runner();
    }

    private SandboxLauncher launcher(Path runner) {
        SandboxConfig config = new SmallRyeConfigBuilder()
                .withMapping(SandboxConfig.class)
                .withSources(new PropertiesConfigSource(
                        Map.of(
                                "alfred.orchestrator.sandbox.directory",
                                directory.resolve("attempts").toString(),
                                "alfred.orchestrator.sandbox.mirrors",
                                directory.resolve("mirrors").toString(),
                                "alfred.orchestrator.sandbox.agent-runner",
                                runner.toAbsolutePath().normalize().toString(),
                                "alfred.orchestrator.sandbox.agents",
                                agents.getParent().toString()),
                        "test",
                        100))
                .build()
                .getConfigMapping(SandboxConfig.class);
        return new SandboxLauncher(config, "here");
    }
}

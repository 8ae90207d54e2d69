package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** The launcher's half of a local attempt, with a shell script in the supervisor's place. */
class LocalAttemptsTest {
    private static final String TAKES_THE_ATTEMPT = """
            #!/bin/sh
            while [ "$1" != --attempt ]; do shift; done
            cd "$2" || exit 1
            echo started >> ../starts
            [ -e supervisor.json ] && exit 0
            ticks=$(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)
            printf '{"pid":%s,"startTicks":%s,"bootId":"%s"}' $$ "$ticks" "$(cat /proc/sys/kernel/random/boot_id)" > part
            mv part supervisor.json
            begin() {
              printf '{"stage":"%s","process":{"pid":%s,"startTicks":%s,"bootId":"x"}}' "$1" $$ "$ticks" > part
              mv part stage.json
            }
            finish() {
              printf '{"stage":"%s","exitCode":%s,"logEnd":%s}' "$1" "$2" "$(cat log 2>/dev/null | wc -c)" > part
              mv part "stage-$1.json"
            }
            """;
    private static final String RUNS_UNTIL_TOLD = """
            trap 'echo "stopped within $(cat grace)" >> log; printf "{\\"cause\\":\\"cancelled\\"}" > ended.json; exit 0' TERM
            begin prepare; finish prepare 0; begin run
            printf 'one\\ntwo\\nhalf' > log
            while :; do sleep 0.1; done
            """;

    @TempDir
    Path directory;

    private final List<RunnerRef> launched = new ArrayList<>();
    private Path base;
    private Path javaHome;
    private LocalAttempts attempts;

    @BeforeEach
    void prepare() throws IOException {
        base = directory.resolve("attempts");
        javaHome = directory.resolve("jdk");
        Files.createDirectories(javaHome.resolve("bin"));
        attempts = onNode("here");
    }

    @AfterEach
    void leaveNothingRunning() {
        launched.forEach(attempts::remove);
    }

    @Test
    void launchingAgainFindsWhatWasLaunched() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);

        LaunchOutcome first = launch(attempts);
        awaitRunning();
        LaunchOutcome second = launch(onNode("here"));

        assertThat(first).isInstanceOf(LaunchOutcome.Launched.class);
        assertThat(second).isEqualTo(new LaunchOutcome.AlreadyRunning(launched.getFirst()));
        assertThat(base.resolve("starts")).hasContent("started");
    }

    @Test
    void aLaunchThatWasCutShortBeforeItsSupervisorIsFinishedByTheNext() throws IOException {
        supervisorThat("exit 1");
        launch(attempts);
        await().until(() -> Files.exists(attempt().resolve("supervisor.json")));
        Files.delete(base.resolve(launched.getFirst().handle()).resolve("supervisor.json"));
        supervisorThat(RUNS_UNTIL_TOLD);

        assertThat(launch(attempts)).isInstanceOf(LaunchOutcome.AlreadyRunning.class);

        awaitRunning();
    }

    @Test
    void anotherProcessAdoptsTheAttemptAndReadsOnWhereTheLogWasLeft() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        Observation.Running seen = (Observation.Running) onNode("here").observe(launched.getFirst(), 1);

        assertThat(seen.stage()).isEqualTo(Stage.RUN);
        assertThat(seen.ended()).containsOnlyKeys(Stage.PREPARE);
        assertThat(seen.log())
                .isEqualTo(
                        new Observation.LogLines(List.of(new Observation.LogLines.Line(Stage.RUN, "two")), 2, false));
    }

    @Test
    void aStopTellsTheSupervisorHowLongItMayTake() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        attempts.stop(launched.getFirst(), Duration.ofSeconds(7));

        Observation.Ended ended = awaitEnd();
        assertThat(ended.cause()).isEqualTo(ExitReason.CANCELLED);
        assertThat(texts(ended.log())).containsExactly("one", "two", "halfstopped within 7000");
    }

    @Test
    void aKilledSupervisorsAttemptHasEndedAndItsLogIsStillRead() throws IOException, InterruptedException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        kill(supervisor());

        Observation.Ended ended = awaitEnd();
        assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST);
        assertThat(ended.detail()).contains("killed");
        assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE);
        assertThat(texts(ended.log())).containsExactly("one", "two", "half");
    }

    @Test
    void anAttemptFromBeforeTheMachinesStartIsLost() throws IOException, InterruptedException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();
        ProcessMark real = supervisor();
        Files.write(
                attempt().resolve("supervisor.json"),
                ContractJson.mapper()
                        .writeValueAsBytes(new ProcessMark(
                                real.pid(), real.startTicks(), "00000000-0000-0000-0000-000000000000")));

        Observation seen = attempts.observe(launched.getFirst(), 0);

        assertThat(seen).isInstanceOfSatisfying(Observation.Ended.class, ended -> {
            assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST);
            assertThat(ended.detail()).contains("started anew");
        });
        assertThat(real.alive()).as("another process is left alone").isTrue();
        kill(real);
    }

    @Test
    void aSupervisorThatDiedAfterItsLastStageLosesNothing() throws IOException {
        supervisorThat(
                "begin publish; finish prepare 0; finish run 0; finish publish 0; echo result > log; kill -9 $$");
        launch(attempts);

        Observation.Ended ended = awaitEnd();

        assertThat(ended.cause()).isEqualTo(ExitReason.NONE);
        assertThat(ended.stages()).containsOnlyKeys(Stage.PREPARE, Stage.RUN, Stage.PUBLISH);
    }

    @Test
    void anAttemptWhoseSupervisorNeverBeganIsGivenUp() throws IOException {
        Files.writeString(javaHome.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(javaHome.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));
        launch(attempts);
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Starting.class);

        Files.setLastModifiedTime(
                attempt().resolve("supervise.json"), FileTime.from(Instant.now().minusSeconds(600)));

        assertThat(attempts.observe(launched.getFirst(), 0))
                .isInstanceOfSatisfying(
                        Observation.Ended.class,
                        ended -> assertThat(ended.cause()).isEqualTo(ExitReason.RUNNER_LOST));
    }

    @Test
    void onlyItsOwnMachineKnowsAnAttempt() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        assertThat(onNode("elsewhere").observe(launched.getFirst(), 0)).isInstanceOf(Observation.Unreachable.class);
    }

    @Test
    void aRemovedAttemptIsGoneWithItsProcesses() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();
        ProcessMark supervisor = supervisor();

        attempts.remove(launched.getFirst());
        attempts.remove(launched.getFirst());

        assertThat(supervisor.alive()).isFalse();
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Gone.class);
        try (Stream<Path> left = Files.list(base)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("starts");
        }
    }

    @Test
    void aHostileWorkspaceIsRemovedAndNothingBeyondIt() throws IOException, InterruptedException {
        supervisorThat("printf '{\"cause\":\"none\"}' > ended.json");
        launch(attempts);
        awaitEnd();
        Path precious = Files.writeString(
                Files.createDirectory(directory.resolve("precious")).resolve("file"), "keep");
        Process hostile = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        "mkdir workspace; cd workspace; ln -s " + directory.resolve("precious")
                                + " link; mkdir closed; touch closed/x; chmod 0 closed;"
                                + " p=$(printf 'd/%.0s' {1..1500}); mkdir -p $p e/$p && mv d e/$p")
                .directory(attempt().toFile())
                .start();
        assertThat(hostile.waitFor()).isZero();

        attempts.remove(launched.getFirst());

        assertThat(precious).hasContent("keep");
        assertThat(attempts.observe(launched.getFirst(), 0)).isInstanceOf(Observation.Gone.class);
    }

    @Test
    void whatAKilledProcessLeftUnfinishedIsRemovedWithoutAnotherRestart() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        Path old = anHourOld(
                Files.createDirectories(base.resolve(".new-123/credentials")).getParent());
        Path detection = anHourOld(Files.createDirectory(base.resolve(".detect-123")));
        Path inTheMaking = Files.createDirectory(base.resolve(".new-456"));

        attempts.removeLeftovers();

        assertThat(old).doesNotExist();
        assertThat(detection).doesNotExist();
        assertThat(inTheMaking).exists();
        awaitRunning();
    }

    @Test
    void aLeftoverThatResistsKeepsNoOtherOne() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        Path resisting = Files.createDirectory(base.resolve(".detect-1"));
        Files.writeString(resisting.resolve("supervisor.json"), "no JSON");
        anHourOld(resisting);
        Path other = anHourOld(Files.createDirectory(base.resolve(".new-2")));
        Path another = anHourOld(Files.createDirectory(base.resolve(".a-3")));

        assertThatThrownBy(attempts::removeLeftovers).isInstanceOf(UncheckedIOException.class);

        assertThat(other).doesNotExist();
        assertThat(another).doesNotExist();
        awaitRunning();
    }

    private static Path anHourOld(Path path) throws IOException {
        return Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    }

    @Test
    void aLineIsItsStagesWhateverRunsWhenItIsRead() throws IOException {
        supervisorThat("""
                echo cloning > log; begin prepare; finish prepare 0
                echo working >> log; echo '{"type":"result","stage":"publish"}' >> log; begin run; finish run 0
                echo pushing >> log; begin publish; finish publish 0
                printf '{"cause":"none"}' > ended.json
                """);
        launch(attempts);

        assertThat(awaitEnd().log().lines())
                .containsExactly(
                        new Observation.LogLines.Line(Stage.PREPARE, "cloning"),
                        new Observation.LogLines.Line(Stage.RUN, "working"),
                        new Observation.LogLines.Line(Stage.RUN, "{\"type\":\"result\",\"stage\":\"publish\"}"),
                        new Observation.LogLines.Line(Stage.PUBLISH, "pushing"));
    }

    @Test
    void aLongLogIsReadInParts() throws IOException {
        supervisorThat("seq 1 5000 > log; printf '{\"cause\":\"none\"}' > ended.json");
        launch(attempts);
        awaitEnd();

        List<String> read = new ArrayList<>();
        Observation.LogLines part;
        do {
            part = ((Observation.Ended) attempts.observe(launched.getFirst(), read.size())).log();
            read.addAll(texts(part));
        } while (part.more());

        assertThat(read).hasSize(5000).startsWith("1", "2").endsWith("4999", "5000");
        assertThat(part.next()).isEqualTo(5000);
        assertThat(texts(((Observation.Ended) attempts.observe(launched.getFirst(), 10)).log()))
                .startsWith("11");
    }

    @Test
    void credentialsLieInTheirStagesFilesAndNowhereElse() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        assertThat(attempt().resolve("credentials/prepare/password")).hasContent("read-token");
        assertThat(attempt().resolve("credentials/run/ANTHROPIC_API_KEY")).hasContent("model-key");
        assertThat(attempt().resolve("credentials/publish/password")).hasContent("write-token");
        assertThat(Files.getPosixFilePermissions(attempt())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        for (String open : Set.of("supervise.json", "input/spec.json", "supervisor.log")) {
            assertThat(attempt().resolve(open)).content().doesNotContain("read-token", "write-token", "model-key");
        }
        assertThat(attempt().resolve("input/prompt-full.md")).hasContent("Everything about the issue.");
        assertThat(attempt().resolve("input/prompt-delta.md")).hasContent("What is new.");
    }

    @Test
    void aRenewedCredentialTakesTheOldOnesPlace() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        attempts.renew(launched.getFirst(), Stage.PUBLISH, new GitCredential("alfred", "next-token", null));

        assertThat(attempt().resolve("credentials/publish/password")).hasContent("next-token");
        assertThat(Files.getPosixFilePermissions(attempt().resolve("credentials/publish/password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    private static List<String> texts(Observation.LogLines log) {
        return log.lines().stream().map(Observation.LogLines.Line::text).toList();
    }

    private LocalAttempts onNode(String name) {
        return new LocalAttempts(RunnerKind.SANDBOX, name, base, new SupervisorProgram(javaHome, directory));
    }

    private void supervisorThat(String behaves) throws IOException {
        Path java = javaHome.resolve("bin/java");
        Files.writeString(java, TAKES_THE_ATTEMPT + behaves + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private LaunchOutcome launch(LocalAttempts by) {
        LaunchOrder order = LaunchOrders.order(1, null);
        LaunchOutcome outcome = by.launch(order, plan(order));
        if (outcome instanceof LaunchOutcome.Launched(RunnerRef runner)) {
            launched.add(runner);
        }
        return outcome;
    }

    private static AttemptPlan plan(LaunchOrder order) {
        return new AttemptPlan(
                order.spec().run(),
                order.spec().attempt(),
                RunnerKind.SANDBOX,
                null,
                List.of("none"),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                order.deadline(),
                Duration.ofSeconds(1),
                null);
    }

    private Path attempt() {
        return base.resolve(launched.getFirst().handle());
    }

    private ProcessMark supervisor() throws IOException {
        return ContractJson.mapper()
                .readValue(Files.readAllBytes(attempt().resolve("supervisor.json")), ProcessMark.class);
    }

    private void awaitRunning() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(attempt().resolve("log")));
    }

    private Observation.Ended awaitEnd() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> attempts.observe(launched.getFirst(), 0) instanceof Observation.Ended);
        return (Observation.Ended) attempts.observe(launched.getFirst(), 0);
    }

    private static void kill(ProcessMark process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-KILL", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}

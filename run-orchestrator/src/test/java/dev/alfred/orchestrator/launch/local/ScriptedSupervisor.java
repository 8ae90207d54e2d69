package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOrders;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.awaitility.Awaitility.await;

/** The launcher's half of a local attempt, with a shell script in the supervisor's place. */
abstract class ScriptedSupervisor {
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
    static final String RUNS_UNTIL_TOLD = """
            trap 'echo "stopped within $(cat grace)" >> log; printf "{\\"cause\\":\\"cancelled\\"}" > ended.json; exit 0' TERM
            begin prepare; finish prepare 0; begin run
            printf 'one\\ntwo\\nhalf' > log
            while :; do sleep 0.1; done
            """;

    @TempDir
    Path directory;

    final List<RunnerRef> launched = new ArrayList<>();
    Path base;
    Path javaHome;
    LocalAttempts attempts;

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

    LocalAttempts onNode(String name) {
        return new LocalAttempts(RunnerKind.SANDBOX, name, base, new SupervisorProgram(javaHome, directory));
    }

    void supervisorThat(String behaves) throws IOException {
        Path java = javaHome.resolve("bin/java");
        Files.writeString(java, TAKES_THE_ATTEMPT + behaves + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    LaunchOutcome launch(LocalAttempts by) {
        return launch(by, () -> true);
    }

    LaunchOutcome launch(LocalAttempts by, RunnerLauncher.StillWanted wanted) {
        LaunchOrder order = LaunchOrders.order(1, null);
        LaunchOutcome outcome = by.launch(order, plan(order), wanted);
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
                null,
                null);
    }

    Path attempt() {
        return base.resolve(launched.getFirst().handle());
    }

    ProcessMark supervisor() throws IOException {
        return ContractJson.mapper()
                .readValue(Files.readAllBytes(attempt().resolve("supervisor.json")), ProcessMark.class);
    }

    void awaitRunning() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(attempt().resolve("log")));
    }

    Observation.Ended awaitEnd() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> attempts.observe(launched.getFirst(), 0) instanceof Observation.Ended);
        return (Observation.Ended) attempts.observe(launched.getFirst(), 0);
    }

    static List<String> texts(Observation.LogLines log) {
        return log.lines().stream().map(Observation.LogLines.Line::text).toList();
    }
}

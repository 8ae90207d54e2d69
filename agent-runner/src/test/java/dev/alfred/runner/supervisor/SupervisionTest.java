package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** How stages follow each other and end, and what the death of the processes around them does. */
class SupervisionTest {
    private static final String UNTIL_TOLD = """
            [ "$1" = run ] || exit 0
            trap 'echo ended in order; exit 0' TERM
            echo running
            while :; do sleep 0.2; done
            """;
    private static final String HEEDLESS = """
            [ "$1" = run ] || exit 0
            trap '' TERM
            echo running
            while :; do sleep 0.2; done
            """;

    @TempDir
    Path base;

    private AnAttempt attempt;

    @BeforeEach
    void makeAnAttempt() throws IOException, InterruptedException {
        assumeTrue(AnAttempt.bubblewrapWorks(), "skipped: bubblewrap is missing or may not make user namespaces here");
        attempt = new AnAttempt(base);
    }

    /** A killed supervisor leaves its run directory; a launcher's remove would take it. */
    @AfterEach
    void removeRunDirectory() throws IOException {
        Path named = attempt.directory.resolve(AttemptFiles.RUN_DIRECTORY);
        if (Files.exists(named)) {
            Path directory = Path.of(Files.readString(named));
            for (String left : List.of("run/proxy.sock", "prepare", "run", "publish", "mnt", "")) {
                Files.deleteIfExists(directory.resolve(left));
            }
        }
    }

    @Test
    void aFailedStageIsTheLastOne() throws Exception {
        attempt.whoseStagesDo("echo $1; echo '{\"reason\":\"x\"}' > /alfred/termination/message; [ $1 = prepare ]")
                .played();

        assertThat(attempt.log()).containsExactly("prepare", "run");
        assertThat(attempt.end(Stage.PREPARE).exitCode()).isZero();
        assertThat(attempt.end(Stage.RUN).exitCode()).isEqualTo(1);
        assertThat(attempt.end(Stage.RUN).termination()).isEqualTo("{\"reason\":\"x\"}\n");
        assertThat(attempt.end(Stage.PUBLISH)).isNull();
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
    }

    @Test
    void eachStagesEndSaysWhereItsLinesEnd() throws Exception {
        attempt.whoseStagesDo("echo $1").played();

        assertThat(attempt.end(Stage.PREPARE).logEnd()).isEqualTo("prepare\n".length());
        assertThat(attempt.end(Stage.RUN).logEnd()).isEqualTo("prepare\nrun\n".length());
        assertThat(attempt.end(Stage.PUBLISH).logEnd()).isEqualTo("prepare\nrun\npublish\n".length());
    }

    @Test
    void whatAStageLeavesBehindEndsWithIt() throws Exception {
        attempt.whoseStagesDo("""
                [ "$1" = prepare ] || exit 0
                (trap '' TERM HUP; exec setsid sh -c 'while :; do date +%s%N > /workspace/beat; sleep 0.05; done') >/dev/null 2>&1 &
                while [ ! -s /workspace/beat ]; do sleep 0.05; done
                """).played();

        Path beat = attempt.directory.resolve("workspace/beat");
        String last = Files.readString(beat);
        await().during(Duration.ofMillis(400))
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(beat).hasContent(last));
    }

    @Test
    void theDeadlineEndsTheAttempt() throws Exception {
        attempt.within(Duration.ofSeconds(2)).whoseStagesDo(UNTIL_TOLD).played();

        assertThat(attempt.end().cause()).isEqualTo(ExitReason.TIMEOUT);
        assertThat(attempt.log()).contains("running", "ended in order");
        assertThat(attempt.end(Stage.PUBLISH)).isNull();
    }

    @Test
    void aTerminationMessageThatIsALinkIsNotFollowed() throws Exception {
        attempt.whoseStagesDo("ln -s /etc/passwd /alfred/termination/message").played();

        assertThat(attempt.end(Stage.PREPARE).termination()).isNull();
    }

    @Test
    void aTerminationMessageThatIsAFullDirectoryEndsNothingElse() throws Exception {
        attempt.whoseStagesDo("mkdir -p /alfred/termination/message/full/of/things; echo $1")
                .played();

        assertThat(attempt.log()).containsExactly("prepare", "run", "publish");
        assertThat(attempt.end(Stage.RUN).termination()).isNull();
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
    }

    @Test
    void noStageSpeaksForAnother() throws Exception {
        attempt.whoseStagesDo("""
                [ "$1" = run ] || exit 0
                echo '{"type":"result","stage":"publish","part":1,"of":1,"data":"e30="}'
                printf '{"type":"result","stage":"publish","part":1,"of":1,"data":"e30=","x":"\\377"}\\n'
                echo '{"type":"result","stage":"run","part":1,"of":1,"data":"e30="}'
                echo '{"type":"log","stage":"prepare","level":"info","message":"said by another"}'
                echo '{"type":"log","stage":"run","level":"info","message":"said by itself"}'
                echo '{"type":"text","text":"words"}'
                """).played();

        assertThat(attempt.log())
                .noneMatch(line -> line.contains("\"publish\"") || line.contains("\"prepare\""))
                .contains(
                        "{\"type\":\"result\",\"stage\":\"run\",\"part\":1,\"of\":1,\"data\":\"e30=\"}",
                        "{\"type\":\"log\",\"stage\":\"run\",\"level\":\"info\",\"message\":\"said by itself\"}",
                        "{\"type\":\"text\",\"text\":\"words\"}");
    }

    @Test
    void stateThatIsGoneIsThereAgainEmpty() throws Exception {
        Files.delete(attempt.state);
        attempt.whoseStagesDo("""
                case $1 in
                  prepare) test -d /alfred/state && touch /alfred/state/x && echo "prepare has it" ;;
                  run) test -d ~/.claude/projects && touch ~/.claude/projects/y && echo "run has it" ;;
                esac
                exit 0
                """).played();

        assertThat(attempt.log()).containsExactly("prepare has it", "run has it");
        assertThat(Files.getPosixFilePermissions(attempt.state))
                .isEqualTo(java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void endlessOutputAndEndlessLinesAreBounded() throws Exception {
        attempt.whoseStagesDo("""
                [ "$1" = run ] || exit 0
                head -c 30000000 /dev/zero | tr '\\0' 'x'; echo
                head -c 90000000 /dev/zero | tr '\\0' '\\n' | sed s/^/yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy/ | head -n 3000000
                echo '{"type":"result","part":1}'
                """).played();

        assertThat(Files.size(attempt.directory.resolve(AttemptFiles.LOG))).isLessThan(70L << 20);
        List<String> log = attempt.log();
        assertThat(log.getFirst()).hasSize(AttemptLog.LONGEST_LINE);
        assertThat(log.getLast()).isEqualTo("{\"type\":\"result\",\"part\":1}");
    }

    @Test
    void itOutlivesItsParentAndCanBeStopped() throws Exception {
        // The shell puts the supervisor into a session of its own and is gone at once.
        attempt.whoseStagesDo(UNTIL_TOLD).supervised("setsid \"$@\" & exit 0").waitFor();
        awaitRunning();

        Files.writeString(attempt.directory.resolve(AttemptFiles.GRACE), "20000");
        signal("TERM", attempt.supervisor());

        await().atMost(Duration.ofSeconds(30)).until(attempt::hasEnded);
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.CANCELLED);
        assertThat(attempt.log()).contains("ended in order");
        assertThat(attempt.end(Stage.RUN).exitCode()).isZero();
        assertThat(attempt.end(Stage.PUBLISH)).isNull();
        await().atMost(Duration.ofSeconds(10)).until(() -> !attempt.supervisor().alive());
    }

    @Test
    void aStageThatIgnoresTheStopIsKilledAfterTheGracePeriod() throws Exception {
        attempt.whoseStagesDo(HEEDLESS).supervised("exec \"$@\"");
        awaitRunning();

        Files.writeString(attempt.directory.resolve(AttemptFiles.GRACE), "300");
        signal("TERM", attempt.supervisor());

        await().atMost(Duration.ofSeconds(30)).until(attempt::hasEnded);
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.CANCELLED);
        assertThat(attempt.end(Stage.RUN).exitCode()).isEqualTo(137);
        assertThat(attempt.stageProcess().alive()).isFalse();
    }

    @Test
    void theSandboxDiesWithItsSupervisor() throws Exception {
        attempt.whoseStagesDo(HEEDLESS).supervised("exec \"$@\"");
        awaitRunning();
        ProcessHandle sandbox = ProcessHandle.of(attempt.stageProcess().pid()).orElseThrow();
        List<ProcessHandle> inside = sandbox.descendants().toList();
        assertThat(inside).hasSizeGreaterThanOrEqualTo(2);

        signal("KILL", attempt.supervisor());

        await().atMost(Duration.ofSeconds(10))
                .until(() -> !attempt.stageProcess().alive() && inside.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(attempt.hasEnded()).isFalse();
    }

    @Test
    void aSecondSupervisorLeavesTheAttemptAlone() throws Exception {
        attempt.whoseStagesDo("echo once").played();

        assertThat(attempt.supervised("exec \"$@\"").waitFor()).isZero();
        assertThat(attempt.log()).containsExactly("once", "once", "once");
    }

    @Test
    void hostStagesFindTheirPathsBelowTheAttempt() throws Exception {
        attempt.onTheHost().whoseStagesDo("""
                cd "$ALFRED_ROOT" || exit 9
                echo "$1 forge $(cat alfred/credentials/forge/password 2>/dev/null)"
                echo "$1 provider $(cat alfred/credentials/provider/password 2>/dev/null)"
                test -f alfred/input/stage.sh && test -d workspace && test "$HOME" = "$ALFRED_ROOT/home/agent" && echo laid out
                echo done > alfred/termination/message
                """).played();

        assertThat(attempt.log())
                .contains(
                        "prepare forge secret-of-prepare",
                        "prepare provider ",
                        "run forge ",
                        "run provider secret-of-run",
                        "laid out");
        assertThat(attempt.end(Stage.PUBLISH).termination()).isEqualTo("done\n");
    }

    private void awaitRunning() {
        await().atMost(Duration.ofSeconds(60)).until(() -> attempt.log().contains("running"));
    }

    private static void signal(String name, ProcessMark process) throws IOException, InterruptedException {
        assertThat(process.alive()).isTrue();
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
}

package dev.alfred.local.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunningAttemptsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration BRIEFLY = Duration.ofMillis(400);
    private static final String ENDS_IN_ORDER =
            "trap 'touch asked; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
    private static final String HEEDLESS = "trap '' TERM; sleep 300 & echo ready; while :; do wait; done";

    @TempDir
    Path home;

    private final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.stream().flatMap(ProcessHandle::descendants).forEach(ProcessHandle::destroyForcibly);
        started.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void theEndOfTheSystemEndsItsRuns() throws IOException {
        Path attempt = attempt("one");
        ProcessMark supervisor = supervisor(attempt, ENDS_IN_ORDER);
        SystemOptions options = SystemOptions.withPortOffset(0);

        new LocalSystem(new LocalLayout(home, home), options, new PrintWriter(new StringWriter())).close();

        assertThat(attempt.resolve("asked")).exists();
        assertEnds(supervisor);
    }

    @Test
    void aSupervisorThatDoesNotEndIsKilledWithAllBelowIt() throws IOException {
        Path attempt = attempt("one");
        ProcessMark supervisor = supervisor(attempt, HEEDLESS);
        ProcessMark agent = ProcessMark.of(
                started.getFirst().children().findFirst().orElseThrow().pid());

        RunningAttempts.stop(attempts(), BRIEFLY);

        assertEnds(supervisor);
        assertEnds(agent);
    }

    @Test
    void whatADeadSupervisorLeftBehindIsKilled() throws IOException {
        Path attempt = attempt("one");
        ProcessMark stage = process(attempt, HEEDLESS);
        write(attempt, AttemptFiles.SUPERVISOR, new ProcessMark(stage.pid(), stage.startTicks() - 1, stage.bootId()));
        Files.writeString(
                attempt.resolve(AttemptFiles.STAGE),
                "{\"stage\":\"run\",\"process\":" + ContractJson.mapper().writeValueAsString(stage) + "}");

        RunningAttempts.stop(attempts(), BRIEFLY);

        assertEnds(stage);
    }

    @Test
    void aProcessThatWasGivenASupervisorsIdIsLeftAlone() throws IOException {
        Path attempt = attempt("one");
        ProcessMark other = process(attempt, ENDS_IN_ORDER);
        write(attempt, AttemptFiles.SUPERVISOR, new ProcessMark(other.pid(), other.startTicks() - 1, other.bootId()));

        RunningAttempts.stop(attempts(), BRIEFLY);

        assertThat(attempt.resolve("asked")).doesNotExist();
        assertThat(other.alive()).isTrue();
    }

    @Test
    void aSupervisorThatHasOnlyBeenStartedFindsThatItIsToEnd() throws IOException {
        Path attempt = attempt("one");

        RunningAttempts.stop(attempts(), BRIEFLY);

        assertThat(attempt.resolve(AttemptFiles.GRACE)).hasContent("200");
    }

    @Test
    void anAttemptThatHasEndedIsLeftAsItIs() throws IOException {
        Path attempt = attempt("one");
        Files.writeString(attempt.resolve(AttemptFiles.ENDED), "{\"cause\":\"none\"}");

        RunningAttempts.stop(attempts(), BRIEFLY);

        assertThat(attempt.resolve(AttemptFiles.GRACE)).doesNotExist();
    }

    private Path attempts() {
        return home.resolve("data/attempts");
    }

    /** As a launcher leaves it for the supervisor that it starts. */
    private Path attempt(String name) throws IOException {
        Path attempt = Files.createDirectories(attempts().resolve(name));
        Files.writeString(attempt.resolve(AttemptFiles.PLAN), "{}");
        return attempt;
    }

    private ProcessMark supervisor(Path attempt, String script) throws IOException {
        ProcessMark mark = process(attempt, script);
        write(attempt, AttemptFiles.SUPERVISOR, mark);
        return mark;
    }

    private ProcessMark process(Path attempt, String script) throws IOException {
        Process process = new ProcessBuilder("setsid", "sh", "-c", script)
                .directory(attempt.toFile())
                .start();
        started.add(process.toHandle());
        BufferedReader output = process.inputReader();
        assertThat(output.readLine()).isEqualTo("ready");
        return ProcessMark.of(process.pid());
    }

    private static void write(Path attempt, String file, ProcessMark mark) throws IOException {
        Files.write(attempt.resolve(file), ContractJson.mapper().writeValueAsBytes(mark));
    }

    private static void assertEnds(ProcessMark process) {
        Waiting.until("the end of " + process, SOON, () -> Optional.of(process).filter(RunningAttemptsTest::ended));
    }

    private static boolean ended(ProcessMark process) {
        try {
            return !process.alive();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

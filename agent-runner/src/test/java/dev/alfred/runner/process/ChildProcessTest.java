package dev.alfred.runner.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class ChildProcessTest {
    private static final Duration GRACE = Duration.ofMillis(300);

    @TempDir
    private Path directory;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void takesNoTimeToComeForASignOfLife() throws IOException {
        for (Instant set : List.of(Instant.now().plusSeconds(3_000_000_000L), Instant.MAX)) {
            ChildLimits limits = new ChildLimits(Duration.ofMinutes(1), Duration.ofMillis(500), () -> set, GRACE);

            assertThat(run(limits, "sleep 600").stopped()).contains(StopCause.SILENCE);
        }
    }

    @Test
    void givesInputThenEndOfFileAndNothingOfItsOwnEnvironment() throws IOException {
        ChildEnd end = ChildProcess.run(
                new ChildCommand(
                        List.of("/bin/sh", "-c", "cat; echo; env | sort"),
                        directory,
                        Map.of("ONLY", "this"),
                        "the prompt".getBytes(StandardCharsets.UTF_8)),
                ChildLimits.timeout(Duration.ofSeconds(30)),
                cancellation,
                this::collect);

        assertThat(end.exitCode()).isZero();
        assertThat(lines).contains("the prompt", "ONLY=this").noneMatch(line -> line.startsWith("HOME="));
    }

    @Test
    void stopsAProgramThatTakesTooLong() throws IOException {
        ChildEnd end = run(limits(Duration.ofMillis(300), Duration.ofMinutes(1)), "sleep 600 & sleep 600");

        assertThat(end.stopped()).contains(StopCause.TIMEOUT);
    }

    @Test
    void stopsAProgramThatFallsSilent() throws IOException {
        ChildEnd end = run(limits(Duration.ofMinutes(1), Duration.ofSeconds(3)), "echo begun; sleep 600");

        assertThat(end.stopped()).contains(StopCause.SILENCE);
        assertThat(lines).containsExactly("begun");
    }

    @Test
    void takesASignOfLifeElsewhereForWhatItIs() throws IOException {
        Instant start = Instant.now();
        ChildLimits limits = new ChildLimits(
                Duration.ofMillis(900),
                Duration.ofMillis(300),
                () -> Instant.now().isBefore(start.plusMillis(2000)) ? Instant.now() : Instant.MIN,
                GRACE);

        ChildEnd end = run(limits, "sleep 600");

        assertThat(end.stopped()).contains(StopCause.TIMEOUT);
    }

    @Test
    void killsWhatIgnoresTheFriendlySignal() throws IOException {
        ChildEnd end = run(limits(Duration.ofMillis(300), Duration.ofMinutes(1)), "trap '' TERM; sleep 600; sleep 600");

        assertThat(end.stopped()).contains(StopCause.TIMEOUT);
        assertThat(end.exitCode()).isEqualTo(137);
    }

    @Test
    void endsProcessesThatWereLeftBehindInASessionOfTheirOwn() throws IOException {
        ChildEnd end = run(
                limits(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                "setsid sh -c 'echo $$ > stray; exec sleep 600' & while [ ! -s stray ]; do :; done");

        assertThat(end.stopped()).isEmpty();
        long stray = Long.parseLong(Files.readString(directory.resolve("stray")).strip());
        Awaitility.await()
                .until(() ->
                        ProcessHandle.of(stray).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void endsAStrayThatMadeItselfForgottenWhereTheSandboxIsItsOwn() throws IOException {
        Path bubblewrap = Path.of("/usr/bin/bwrap");
        if (!Files.isExecutable(bubblewrap)) {
            System.out.println("SKIPPED: a stray in a sandbox: there is no bubblewrap");
        }
        assumeTrue(Files.isExecutable(bubblewrap), "there is no bubblewrap");
        List<String> sandbox = new ArrayList<>(List.of(bubblewrap.toString(), "--bind", "/", "/", "--proc", "/proc"));
        sandbox.addAll(List.of("--dev", "/dev", "--unshare-pid", "--die-with-parent"));
        sandbox.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-cp"));
        sandbox.addAll(
                List.of(System.getProperty("java.class.path"), LeavesAStray.class.getName(), directory.toString()));
        Process process = new ProcessBuilder(sandbox).redirectErrorStream(true).start();

        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(told).contains("stray gone");
    }

    @Test
    void endsOnCancellation() throws IOException {
        ChildEnd end = ChildProcess.run(
                command("echo begun; sleep 600"),
                limits(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                cancellation,
                (line, child) -> cancellation.cancel());

        assertThat(end.stopped()).contains(StopCause.CANCELLED);
    }

    @Test
    void startsNothingThatRunsOnOnceCancelled() throws IOException {
        cancellation.cancel();

        ChildEnd end = run(limits(Duration.ofMinutes(1), Duration.ofMinutes(1)), "sleep 600");

        assertThat(end.stopped()).isEqualTo(Optional.of(StopCause.CANCELLED));
    }

    private ChildEnd run(ChildLimits limits, String script) throws IOException {
        return ChildProcess.run(command(script), limits, cancellation, this::collect);
    }

    private ChildCommand command(String script) {
        return new ChildCommand(
                List.of("/bin/sh", "-c", script), directory, Map.of("PATH", "/usr/bin:/bin"), ChildCommand.NO_INPUT);
    }

    private static ChildLimits limits(Duration timeout, Duration silence) {
        return new ChildLimits(timeout, silence, () -> Instant.MIN, GRACE);
    }

    private void collect(byte[] line, ChildProcess child) {
        lines.add(new String(line, StandardCharsets.UTF_8));
    }
}

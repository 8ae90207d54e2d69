package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The program as in a pod: the termination message is a mounted file, and all that a container prints is its log. */
class MountedTerminationTest {
    private static final String BUBBLEWRAP = "/usr/bin/bwrap";

    @TempDir
    private Path directory;

    @Test
    void leavesItsMessageInTheMountedFileAndPrintsNothingButLines() throws IOException, InterruptedException {
        boolean mounts = Files.isExecutable(Path.of(BUBBLEWRAP));
        if (!mounts) {
            System.out.println("SKIPPED: bubblewrap is not installed (" + BUBBLEWRAP + ")");
        }
        assumeTrue(mounts, "bubblewrap is not installed");
        Attempts.Attempt attempt = Attempts.on(directory).next();
        Path mounted =
                Files.writeString(directory.resolve("mounted"), "what was there before, and longer than nothing");
        Path termination = attempt.layout.termination();
        Files.createDirectories(termination.getParent());
        Files.createFile(termination);

        Process prepare = start(attempt, mounted, termination);

        assertThat(prepare.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(directory.resolve("log")).lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("{\"type\":"));
        Termination message = ContractJson.mapper().readValue(Files.readString(mounted), Termination.class);
        assertThat(message.stage()).isEqualTo(Stage.PREPARE);
        assertThat(message.reason()).isEqualTo(ExitReason.FORGE_UNREACHABLE);
    }

    /** With the log manager that the packaged program is started with; that program speaks with no forge on a disk. */
    private Process start(Attempts.Attempt attempt, Path mounted, Path termination) throws IOException {
        ProcessBuilder builder = attempt.program("prepare");
        List<String> command = new ArrayList<>(builder.command());
        command.add(1, "-Djava.util.logging.manager=org.jboss.logmanager.LogManager");
        command.addAll(
                0,
                List.of(
                        BUBBLEWRAP,
                        "--dev-bind",
                        "/",
                        "/",
                        "--bind",
                        mounted.toString(),
                        termination.toString(),
                        "--die-with-parent"));
        return builder.command(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }
}

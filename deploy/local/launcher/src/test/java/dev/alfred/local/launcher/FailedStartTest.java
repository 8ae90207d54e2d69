package dev.alfred.local.launcher;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FailedStartTest {
    /** Nobody listens there. */
    private static final String NO_KAFKA = "127.0.0.1:1";

    private AlfredHome home;

    FailedStartTest(@TempDir Path directory) {
        this.home = new AlfredHome(directory);
    }

    @AfterEach
    void endWhatIsLeft() {
        home.processes().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void aKafkaThatDoesNotAnswerIsOneSentenceAndLeavesNothingRunning() throws Exception {
        Process up = up("--kafka", NO_KAFKA);

        assertThat(up.waitFor()).isEqualTo(1);

        assertThat(home.output().lines()).hasSize(2).first().asString().startsWith("Starting Alfred");
        assertThat(home.output().lines().toList().getLast())
                .isEqualTo("alfred: Kafka at 127.0.0.1:1 can't be used: no broker answers there.");
        assertThat(home.processes()).extracting(ProcessHandle::info).isEmpty();
        assertThat(home.path().resolve("running.json")).doesNotExist();
    }

    private Process up(String... options) throws IOException {
        String[] all = new String[options.length + 4];
        all[0] = "up";
        System.arraycopy(options, 0, all, 1, options.length);
        all[options.length + 1] = "--scripted-agent";
        all[options.length + 2] = "--port-offset";
        all[options.length + 3] = AlfredHome.freePortOffset();
        return home.start(all);
    }
}

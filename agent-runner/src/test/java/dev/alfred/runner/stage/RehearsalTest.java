package dev.alfred.runner.stage;

import java.io.OutputStream;
import java.io.PrintStream;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** What is packaged with a cache of it: each stage and the supervision end well, or the cache would lack what they load. */
class RehearsalTest {
    @Test
    void playsAnAttemptToItsEnd() {
        AgentRunner runner = new AgentRunner(new PrintStream(OutputStream.nullOutputStream()));

        assertThat(new CommandLine(runner).execute("rehearse", "--agents", "src/rehearsal"))
                .isZero();
    }

    @Test
    void failsWhereAStageDoes() {
        AgentRunner runner = new AgentRunner(new PrintStream(OutputStream.nullOutputStream()));

        assertThat(new CommandLine(runner).execute("rehearse", "--agents", "no/agents"))
                .isEqualTo(1);
    }
}

package dev.alfred.local.agent;

import java.util.List;

import dev.alfred.local.agent.Scenario.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OptionsTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";

    @Test
    void takesTheRealClisCommandLine() {
        Options options = Options.parse(List.of(
                "-p",
                "--output-format",
                "stream-json",
                "--verbose",
                "--model",
                "m",
                "--session-id",
                ID,
                "-n",
                "agent/x"));

        assertThat(options.objection()).isEmpty();
        assertThat(options.sessionId()).contains(ID);
        assertThat(options.name()).contains("agent/x");
        assertThat(options.model()).isEqualTo("m");
    }

    @Test
    void refusesWhatTheRealCliRefuses() {
        assertThat(Options.parse(List.of("-p", "--output-format", "stream-json"))
                        .objection())
                .isPresent();
        assertThat(Options.parse(List.of("--session-id", ID, "--resume", ID)).objection())
                .isPresent();
        assertThat(Options.parse(List.of("--session-id", "seven")).objection()).isPresent();
        assertThat(Options.parse(List.of("--resume", "")).objection()).isPresent();
    }

    @Test
    void readsAScenariosLine() {
        assertThat(Scenario.parse("status:429")).isEqualTo(new Scenario(Kind.STATUS, "429"));
        assertThat(Scenario.parse("history-lost").kind()).isEqualTo(Kind.HISTORY_LOST);
    }
}

package dev.alfred.orchestrator.launch;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.RunnerKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunnerRefTest {
    private static final UUID RUN = UUID.fromString("01980000-0000-7000-8000-0000000000aa");

    @Test
    void itsTextReadsBackAsItself() {
        for (RunnerKind kind : RunnerKind.values()) {
            RunnerRef runner = new RunnerRef(RUN, 2, kind, "node-1.example.test", RUN + "-2");

            assertThat(RunnerRef.parse(runner.text())).isEqualTo(runner);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sandbox:node",
                "sandbox:node/../x#01980000-0000-7000-8000-0000000000aa#1",
                "sandbox:node/..#01980000-0000-7000-8000-0000000000aa#1",
                "boat:node/x#01980000-0000-7000-8000-0000000000aa#1",
                "sandbox:node/x#01980000-0000-7000-8000-0000000000aa#0"
            })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> RunnerRef.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

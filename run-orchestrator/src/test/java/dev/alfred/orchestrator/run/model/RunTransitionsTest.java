package dev.alfred.orchestrator.run.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.alfred.contracts.vocabulary.RunState.CANCELLED;
import static dev.alfred.contracts.vocabulary.RunState.FAILED;
import static dev.alfred.contracts.vocabulary.RunState.LOST;
import static dev.alfred.contracts.vocabulary.RunState.QUEUED;
import static dev.alfred.contracts.vocabulary.RunState.RUNNING;
import static dev.alfred.contracts.vocabulary.RunState.STARTING;
import static dev.alfred.contracts.vocabulary.RunState.SUCCEEDED;
import static dev.alfred.contracts.vocabulary.RunState.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunTransitionsTest {
    /** Every move that there is; each other pair is impossible. */
    private static final Map<RunState, Map<RunChange, RunState>> MOVES = Map.of(
            QUEUED,
            Map.of(
                    RunChange.DEFERRED, QUEUED,
                    RunChange.LAUNCH_BEGUN, STARTING,
                    RunChange.FAILED, FAILED,
                    RunChange.CANCELLED, CANCELLED),
            STARTING,
            Map.of(
                    RunChange.NEVER_LAUNCHED, QUEUED,
                    RunChange.ATTEMPT_LOST, QUEUED,
                    RunChange.LAUNCHED, RUNNING,
                    RunChange.FAILED, FAILED,
                    RunChange.CANCELLED, CANCELLED,
                    RunChange.LOST, LOST),
            RUNNING,
            Map.of(
                    RunChange.ATTEMPT_LOST, QUEUED,
                    RunChange.NEVER_BEGAN, QUEUED,
                    RunChange.SUCCEEDED, SUCCEEDED,
                    RunChange.FAILED, FAILED,
                    RunChange.CANCELLED, CANCELLED,
                    RunChange.TIMED_OUT, TIMED_OUT,
                    RunChange.LOST, LOST));

    static Stream<Arguments> everyPair() {
        return Stream.of(RunState.values())
                .flatMap(state -> Stream.of(RunChange.values()).map(change -> Arguments.of(state, change)));
    }

    @ParameterizedTest
    @MethodSource("everyPair")
    void everyPairIsAMoveOfTheTableOrAnError(RunState state, RunChange change) {
        RunState expected = MOVES.getOrDefault(state, Map.of()).get(change);
        if (expected == null) {
            assertThatThrownBy(() -> RunTransitions.next(state, change)).isInstanceOf(IllegalRunTransition.class);
        } else {
            assertThat(RunTransitions.next(state, change)).isEqualTo(expected);
        }
    }

    @Test
    void theDiagramInTheJavadocShowsEveryMove() throws IOException {
        String source = Files.readString(
                Path.of("src/main/java", RunTransitions.class.getName().replace('.', '/') + ".java"));
        Matcher drawn = Pattern.compile("\\* +(\\w+) +-- (\\w+) -+> (\\w+)").matcher(source);
        Set<String> shown = new TreeSet<>();
        while (drawn.find()) {
            shown.add(drawn.group(1) + " " + drawn.group(2) + " " + drawn.group(3));
        }
        Set<String> real = new TreeSet<>();
        MOVES.forEach((from, moves) ->
                moves.forEach((change, to) -> real.add(from.wire() + " " + change.name() + " " + to.wire())));
        assertThat(shown).isEqualTo(real);
    }
}

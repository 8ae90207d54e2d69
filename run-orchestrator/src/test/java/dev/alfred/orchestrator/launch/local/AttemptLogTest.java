package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Observation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How an attempt's log is read. */
class AttemptLogTest extends ScriptedSupervisor {
    @Test
    void aLineIsItsStagesWhateverRunsWhenItIsRead() throws IOException {
        supervisorThat("""
                echo cloning > log; begin prepare; finish prepare 0
                echo working >> log; echo '{"type":"result","stage":"publish"}' >> log; begin run; finish run 0
                echo pushing >> log; begin publish; finish publish 0
                printf '{"cause":"none"}' > ended.json
                """);
        launch(attempts);

        assertThat(awaitEnd().log().lines())
                .containsExactly(
                        new Observation.LogLines.Line(Stage.PREPARE, "cloning"),
                        new Observation.LogLines.Line(Stage.RUN, "working"),
                        new Observation.LogLines.Line(Stage.RUN, "{\"type\":\"result\",\"stage\":\"publish\"}"),
                        new Observation.LogLines.Line(Stage.PUBLISH, "pushing"));
    }

    @Test
    void aLongLogIsReadInParts() throws IOException {
        supervisorThat("seq 1 5000 > log; printf '{\"cause\":\"none\"}' > ended.json");
        launch(attempts);
        awaitEnd();

        List<String> read = new ArrayList<>();
        Observation.LogLines part;
        do {
            part = ((Observation.Ended) attempts.observe(launched.getFirst(), read.size())).log();
            read.addAll(texts(part));
        } while (part.more());

        assertThat(read).hasSize(5000).startsWith("1", "2").endsWith("4999", "5000");
        assertThat(part.next()).isEqualTo(5000);
        assertThat(texts(((Observation.Ended) attempts.observe(launched.getFirst(), 10)).log()))
                .startsWith("11");
    }
}

package dev.alfred.runner.stage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.process.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StageExecutionTest {
    @TempDir
    Path directory;

    @Test
    void aCheckoutThatWasDoneNonethelessIsCancelled() throws IOException {
        assertThat(cancelledDuring(
                        Stage.PREPARE,
                        new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of())))
                .isEqualTo(ExitReason.CANCELLED);
    }

    @Test
    void aPushThatWasDoneNonethelessCounts() throws IOException {
        assertThat(cancelledDuring(
                        Stage.PUBLISH, new StageResult.Published(ExitReason.NONE, null, "c0ffee00", 1, true)))
                .isEqualTo(ExitReason.NONE);
    }

    @Test
    void aFailureThatTheCancellationMadeIsCancelled() throws IOException {
        assertThat(cancelledDuring(
                        Stage.PUBLISH,
                        new StageResult.Published(ExitReason.FORGE_UNREACHABLE, "hung up", "c0ffee00", 1, false)))
                .isEqualTo(ExitReason.CANCELLED);
    }

    /** The reason with which the stage ends when it is cancelled while its work comes to that result. */
    private ExitReason cancelledDuring(Stage stage, StageResult result) throws IOException {
        Layout layout = new Layout(directory);
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true);

        new StageExecution(stage, layout, nowhere, nowhere)
                .run(
                        (output, cancellation) -> {
                            cancellation.cancel();
                            return result;
                        },
                        PublishStage::failed,
                        new Cancellation());

        return ContractJson.mapper()
                .readValue(layout.termination().toFile(), Termination.class)
                .reason();
    }
}

package dev.alfred.runner.adapter.codex;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.AgentEvent;
import dev.alfred.runner.adapter.AgentReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RolloutUsageTest {
    private static final String ID = "01a20000-1111-7111-8111-111111111111";
    private static final String NAMED = "{\"type\":\"thread.started\",\"thread_id\":\"" + ID + "\"}";
    private static final String SAID =
            "{\"type\":\"item.completed\",\"item\":{\"id\":\"item_1\",\"type\":\"agent_message\",\"text\":\"x\"}}";

    @TempDir
    private Path sessions;

    private Path file;

    @BeforeEach
    void aRollout() {
        file = sessions.resolve("rollout-2026-01-31T00-00-00-" + ID + ".jsonl");
    }

    @Test
    void tellsWhatAFreshStartUsedWhileItGoesOn() throws IOException {
        CodexStream stream = start();
        append(totals(100, 7, 20));

        assertThat(read(stream, SAID)).contains(new AgentEvent.Used(new Usage(93, 7, 20, null)));
        append(totals(200, 14, 40));
        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(186, 14, 40, null)));
    }

    @Test
    void tellsWhatAResumedStartUsedAloneThoughTheCliTellsTotals() throws IOException {
        append(totals(100, 7, 20), totals(200, 14, 40));
        CodexStream stream = start();
        append(totals(200, 14, 40), totals(310, 21, 61));

        AgentReport report = completed(stream, 310, 21, 61);

        assertThat(report.usage()).isEqualTo(new Usage(103, 7, 21, null));
        assertThat(report.totals()).isEqualTo(new SessionTotals(null, 289, 21, 61));
        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(103, 7, 21, null)));
    }

    @Test
    void countsAnAnswerBeforeAKilledStartCameToItsTotals() throws IOException {
        append(answer(100, 7, 20), totals(100, 7, 20));
        CodexStream stream = start();
        append(answer(110, 0, 5));

        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(110, 0, 5, null)));
    }

    @Test
    void readsALineThatIsWrittenInTwoPieces() throws IOException {
        CodexStream stream = start();
        String totals = totals(100, 7, 20);
        write(totals.substring(0, 30));
        assertThat(read(stream, SAID)).noneMatch(AgentEvent.Used.class::isInstance);

        write(totals.substring(30) + "\n");

        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(93, 7, 20, null)));
    }

    @Test
    void tellsTotalsAloneWhereThereIsNoRollout() throws IOException {
        CodexStream stream = start();

        assertThat(completed(stream, 310, 21, 61).usage()).isNull();
        assertThat(stream.ended()).isEmpty();
    }

    @Test
    void takesNoNonsenseForACount() throws IOException {
        CodexStream stream = start();
        append(
                totals(100, 7, 20),
                "garbage",
                totals(-1, 0, 0),
                totals(Long.MAX_VALUE, 0, 0),
                totals(1, 0, 0).replace(":1,", ":1.5,"),
                "{\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":null}}");

        assertThat(stream.ended()).containsExactly(new AgentEvent.Used(new Usage(93, 7, 20, null)));
    }

    private CodexStream start() {
        CodexStream stream = new CodexStream(new RolloutUsage(sessions));
        read(stream, NAMED);
        return stream;
    }

    private static AgentReport completed(CodexStream stream, long input, long cached, long output) {
        return ((AgentEvent.Finished) read(
                                stream,
                                "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":%d,\"cached_input_tokens\":%d,\"output_tokens\":%d}}"
                                        .formatted(input, cached, output))
                        .getFirst())
                .report();
    }

    private static String totals(long input, long cached, long output) {
        return "{\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":{\"total_token_usage\":"
                + tokens(input, cached, output) + "}}}";
    }

    private static String answer(long input, long cached, long output) {
        return "{\"type\":\"token_usage_record\",\"payload\":{\"usage\":" + tokens(input, cached, output) + "}}";
    }

    private static String tokens(long input, long cached, long output) {
        return "{\"input_tokens\":%d,\"cached_input_tokens\":%d,\"output_tokens\":%d}".formatted(input, cached, output);
    }

    private static List<AgentEvent> read(CodexStream stream, String line) {
        return stream.read(line.getBytes(StandardCharsets.UTF_8));
    }

    private void append(String... records) throws IOException {
        write(String.join("\n", records) + "\n");
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

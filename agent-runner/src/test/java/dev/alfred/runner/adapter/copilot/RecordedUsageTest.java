package dev.alfred.runner.adapter.copilot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.session.Usage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RecordedUsageTest {
    private static final String ID = "11111111-1111-4111-8111-111111111111";
    private static final String OTHER = "22222222-1111-4111-8111-111111111111";

    @TempDir
    private Path state;

    private Path log;

    @BeforeEach
    void aSession() throws IOException {
        log = Files.createDirectories(state.resolve(ID)).resolve("events.jsonl");
        Files.writeString(log, call(1000, 500, 100));
    }

    @Test
    void countsWhatWasAddedSinceTheStartAlone() throws IOException {
        RecordedUsage usage = new RecordedUsage(state);
        assertThat(usage.used()).isEqualTo(Usage.NOTHING);
        append(call(101, 7, 20));
        assertThat(usage.used()).isEqualTo(new Usage(94, 7, 20, null));
        append(call(102, 0, 5));

        assertThat(usage.used()).isEqualTo(new Usage(196, 7, 25, null));
        assertThat(usage.used()).as("once").isEqualTo(new Usage(196, 7, 25, null));
    }

    @Test
    void countsASessionThatAppeared() throws IOException {
        RecordedUsage usage = new RecordedUsage(state);
        Path fresh = Files.createDirectories(state.resolve(OTHER)).resolve("events.jsonl");
        Files.writeString(fresh, "{\"type\":\"session.start\",\"data\":{}}\n" + call(101, 7, 20));

        assertThat(usage.used()).isEqualTo(new Usage(94, 7, 20, null));
    }

    @Test
    void waitsForTheEndOfALine() throws IOException {
        RecordedUsage usage = new RecordedUsage(state);
        String call = call(101, 7, 20);
        append(call.substring(0, 60));
        assertThat(usage.used()).isEqualTo(Usage.NOTHING);
        append(call.substring(60));

        assertThat(usage.used()).isEqualTo(new Usage(94, 7, 20, null));
    }

    @Test
    void takesNoOtherRecordAndNoNonsenseForUsage() throws IOException {
        RecordedUsage usage = new RecordedUsage(state);
        append(call(101, 7, 20).replace("session.usage_record", "tool.execution_complete"));
        append(call(101, 7, 20).replace("101", "\"many\""));
        append(call(101, 7, 20).replace("20", "-20"));
        append("garbage\0\n" + "x".repeat(100_000) + "\n" + "[".repeat(10_000) + "\n");
        append(call(50, 0, 1));

        assertThat(usage.used()).isEqualTo(new Usage(50, 0, 1, null));
    }

    @Test
    void followsNoLinkAndReadsNoOddFile() throws IOException, InterruptedException {
        Path elsewhere = Files.writeString(state.resolve("elsewhere"), "");
        RecordedUsage usage = new RecordedUsage(state);
        Files.writeString(elsewhere, call(101, 7, 20));
        Files.createSymbolicLink(Files.createDirectories(state.resolve(OTHER)).resolve("events.jsonl"), elsewhere);
        Files.delete(log);
        assertThat(new ProcessBuilder("mkfifo", log.toString()).start().waitFor())
                .isZero();

        assertThat(usage.used()).isEqualTo(Usage.NOTHING);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void comesToAnEndWithAFileWithoutOne() throws IOException {
        RecordedUsage usage = new RecordedUsage(state);
        append(call(101, 7, 20));
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), 9L << 40);
        }

        assertThat(usage.used()).isEqualTo(new Usage(94, 7, 20, null));
    }

    private void append(String records) throws IOException {
        Files.writeString(log, records, StandardOpenOption.APPEND);
    }

    /** One call of the model, as Copilot 1.0.102 records it, with its line's end. */
    static String call(long input, long cached, long output) {
        return """
                {"type":"session.usage_record","data":{"usage":{"model":"model-1","inputTokens":%d,"outputTokens":%d,\
                "cacheReadTokens":%d,"cacheWriteTokens":0,"cost":0.0,"isByok":true}},"id":"u","parentId":"e"}
                """.formatted(input, output, cached);
    }
}

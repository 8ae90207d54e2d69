package dev.alfred.runner.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.ContractJson;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonLineReaderTest {
    @Test
    void readsLinesAsTheyAre() throws IOException {
        List<String> lines = read("{\"a\":\"b\\\"c\"}\n\nplain \"text\n{\"d\":1}");

        assertThat(lines).containsExactly("{\"a\":\"b\\\"c\"}", "", "plain \"text", "{\"d\":1}");
    }

    @Test
    void cutsAStringOfTenMegabytesToValidJson() throws IOException {
        String line = "{\"text\":\"" + "\\u00e9ü\\n".repeat(1_000_000) + "\",\"after\":true}";

        List<String> lines = read(line + "\n{\"next\":1}\n");

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().getBytes(StandardCharsets.UTF_8).length)
                .isBetween(JsonLineReader.STRING_BYTES, JsonLineReader.STRING_BYTES + 100);
        assertThat(ContractJson.mapper()
                        .readTree(lines.getFirst())
                        .path("after")
                        .asBoolean())
                .isTrue();
        assertThat(ContractJson.mapper().readTree(lines.getFirst()).path("text").asText())
                .startsWith("éü\néü\n");
        assertThat(lines.get(1)).isEqualTo("{\"next\":1}");
    }

    @Test
    void skipsAndCountsALineThatStaysTooLong() throws IOException {
        String endless = "[" + "1,".repeat(JsonLineReader.LINE_BYTES) + "1]";
        JsonLineReader reader = new JsonLineReader(stream(endless + "\n{\"next\":1}\n"));

        Optional<byte[]> line = reader.next();

        assertThat(line).map(bytes -> new String(bytes, StandardCharsets.UTF_8)).contains("{\"next\":1}");
        assertThat(reader.skipped()).isEqualTo(1);
        assertThat(reader.next()).isEmpty();
    }

    private static List<String> read(String text) throws IOException {
        JsonLineReader reader = new JsonLineReader(stream(text));
        List<String> lines = new ArrayList<>();
        for (Optional<byte[]> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(new String(line.get(), StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}

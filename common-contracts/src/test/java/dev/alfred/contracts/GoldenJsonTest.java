package dev.alfred.contracts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The wire, frozen: one file per message type and version. Run with {@code -Dalfred.golden.write=true} to write the file
 * of a type that has none yet; a file that exists is never rewritten.
 */
class GoldenJsonTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Map<String, Object> SAMPLES = Samples.all().stream()
            .collect(Collectors.toMap(m -> MessageTypes.of(m.getClass()).type(), Function.identity()));

    static List<MessageType<?>> types() {
        return MessageTypes.all();
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void writesWhatItAlwaysWrote(MessageType<?> type) throws IOException {
        Path file = GOLDEN.resolve(type.type() + ".json");
        String written =
                ContractJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(SAMPLES.get(type.type()))
                        + "\n";
        if (Boolean.getBoolean("alfred.golden.write") && Files.notExists(file)) {
            Files.writeString(file, written);
        }

        assertThat(written).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("types")
    void readsItsGoldenFileBackToTheSameMessage(MessageType<?> type) throws IOException {
        Object read = ContractJson.mapper()
                .readValue(GOLDEN.resolve(type.type() + ".json").toFile(), type.javaType());

        assertThat(read).isEqualTo(SAMPLES.get(type.type()));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyGoldenFileBelongsToAMessageType(Path file) {
        String type = file.getFileName().toString().replaceFirst("\\.json$", "");

        assertThat(MessageTypes.byType(type)).as(type).isPresent();
    }

    @ParameterizedTest
    @MethodSource("types")
    void ignoresFieldsThatItDoesNotKnow(MessageType<?> type) throws IOException {
        String json = Files.readString(GOLDEN.resolve(type.type() + ".json"));
        String newer = json.replaceFirst("\\{", "{\"fromTheFuture\": {\"a\": [1]},");

        assertThat(ContractJson.mapper().readValue(newer, type.javaType())).isEqualTo(SAMPLES.get(type.type()));
    }

    @Test
    void everyTypeHasASampleAndATopicThatIsProvisioned() {
        assertThat(new TreeSet<>(SAMPLES.keySet()))
                .isEqualTo(new TreeSet<>(
                        MessageTypes.all().stream().map(MessageType::type).toList()));
        assertThat(MessageTypes.all()).allSatisfy(type -> assertThat(Topics.ALL).contains(type.topic()));
    }
}

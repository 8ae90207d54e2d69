package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonFieldsTest {
    @Test
    void findsWhatWasAskedForAndNothingElse() throws IOException {
        JsonFields fields = read("""
                {"type":"user","payload":{"id":"a","other":{"id":"b"}},"none":null,"flag":true,
                 "message":{"content":[{"type":"text"},{"type":"tool_result","content":[{"type":"image"}]}]}}""");

        assertThat(fields.text("/type")).isEqualTo("user");
        assertThat(fields.text("/payload/id")).isEqualTo("a");
        assertThat(fields.text("/flag")).isEqualTo("true");
        assertThat(fields.text("/none")).isNull();
        assertThat(fields.text("/payload/other/id")).isNull();
        assertThat(fields.has("/message/content[]/type", "tool_result")).isTrue();
        assertThat(fields.has("/message/content[]/type", "image")).isFalse();
    }

    @Test
    void skipsALargeValueThatNobodyAskedFor() throws IOException {
        JsonFields fields = read("{\"blob\":\"" + "x".repeat(1_000_000) + "\",\"type\":\"user\"}");

        assertThat(fields.text("/type")).isEqualTo("user");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "7", "{\"type\":", "{\"type\":\"a\"} x", "{\"type\":\"a\"}{}", "\0\0", "{'type':1}"})
    void refusesWhatIsNoJsonObject(String line) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(IOException.class);
    }

    @Test
    void refusesAFieldOutOfAllProportion() {
        assertThatThrownBy(() -> read("{\"type\":\"" + "x".repeat(10_001) + "\"}"))
                .isInstanceOf(IOException.class);
    }

    private static JsonFields read(String line) throws IOException {
        return JsonFields.of(
                line.getBytes(StandardCharsets.UTF_8),
                Set.of("/type", "/payload/id", "/flag", "/none", "/message/content[]/type"));
    }
}

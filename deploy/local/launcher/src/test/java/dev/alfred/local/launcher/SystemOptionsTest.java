package dev.alfred.local.launcher;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SystemOptionsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo",
                "foo:",
                ":9092",
                "foo:0",
                "foo:65536",
                "foo:99999",
                "http://foo:9092",
                "a b:1",
                "foo:1,",
                ""
            })
    void aKafkaWithoutHostAndPortIsRefusedInOneSentence(String kafka) {
        SystemOptions options = new SystemOptions();
        options.kafka = kafka;

        assertThatThrownBy(options::check)
                .isInstanceOf(CannotStart.class)
                .hasMessage("--kafka takes HOST:PORT, such as 127.0.0.1:9092.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9092", "kafka.example:65535", "[::1]:9092", "one:9092,two:9092"})
    void aKafkaWithHostAndPortIsTaken(String kafka) {
        SystemOptions options = new SystemOptions();
        options.kafka = kafka;

        assertThatCode(options::check).doesNotThrowAnyException();
    }
}

package dev.alfred.contracts.runner;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DestinationTest {
    @ParameterizedTest
    @CsvSource({
        "api.example.test, api.example.test:443",
        "API.Example.Test.:8443, api.example.test:8443",
        "127.0.0.1:8086, 127.0.0.1:8086",
        "[::1]:8086, [::1]:8086"
    })
    void readsAHostWithOrWithoutAPort(String text, String expected) {
        assertThat(Destination.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host:0", "host:65536", "host:port", "a b:1", "user@host:1", "http://host", "::1:80", "-x"})
    void refusesWhatIsNoHostAndPort(String text) {
        assertThatThrownBy(() -> Destination.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesTheSchemesPortWhereAnAddressNamesNone() {
        assertThat(Destination.of(URI.create("http://forge.test/a"))).hasToString("forge.test:80");
        assertThat(Destination.of(URI.create("https://forge.test/a"))).hasToString("forge.test:443");
        assertThat(Destination.of(URI.create("http://[::1]:3000/"))).hasToString("[::1]:3000");
    }

    @Test
    void knowsThisMachineByItsNames() {
        assertThat(Destination.parse("localhost:1").loopback()).isTrue();
        assertThat(Destination.parse("127.8.9.1:1").loopback()).isTrue();
        assertThat(Destination.parse("[::1]:1").loopback()).isTrue();
        assertThat(Destination.parse("127.0.0.1.example.test:1").loopback()).isFalse();
    }
}

package dev.alfred.local.launcher;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;
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

    @Test
    void aServiceIsToldWhatIsSetForItAndNothingElse() {
        SystemOptions options = parsed(
                "--set",
                "run-orchestrator:alfred.orchestrator.runner=kubernetes",
                "--set=session-store:A=b=c",
                "--set",
                "run-orchestrator:KUBECONFIG=/a");

        options.check();

        assertThat(options.settingsOf("run-orchestrator"))
                .isEqualTo(Map.of("alfred.orchestrator.runner", "kubernetes", "KUBECONFIG", "/a"));
        assertThat(options.settingsOf("session-store")).isEqualTo(Map.of("A", "b=c"));
        assertThat(options.settingsOf("mailbox-service")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orchestrator:a=b", "a=b", "run-orchestrator:=b", "forge:a=b"})
    void whatIsSetForNoServiceOfAlfredsIsRefusedInOneSentence(String setting) {
        SystemOptions options = parsed("--set", setting);

        assertThatThrownBy(options::check)
                .isInstanceOf(CannotStart.class)
                .hasMessage("--set takes SERVICE:NAME=VALUE with one of"
                        + " mailbox-service, run-orchestrator, session-store, webhook-ingest.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "", "10.0.0", "::1"})
    void anAddressThatIsNoneIsRefusedInOneSentence(String address) {
        assertThatThrownBy(parsed("--address", address)::check)
                .isInstanceOf(CannotStart.class)
                .hasMessage("--address takes an IPv4 address of this machine, such as 127.0.0.1.");
    }

    @Test
    void theForgeAndTheModelAreWhereRunnersReachThem() {
        LocalPorts ports = new LocalPorts(100, "192.0.2.7");

        assertThat(ports.forgeUrl()).isEqualTo("http://192.0.2.7:8185");
        assertThat(Agents.scripted(ports))
                .allSatisfy(provider -> assertThat(provider.baseUrl()).startsWith("http://192.0.2.7:8186"));
    }

    private static SystemOptions parsed(String... arguments) {
        SystemOptions options = new SystemOptions();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }
}

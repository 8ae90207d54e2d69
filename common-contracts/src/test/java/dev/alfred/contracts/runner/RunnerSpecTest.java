package dev.alfred.contracts.runner;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The file {@code spec.json}, frozen: a runner image may be older or newer than the orchestrator that writes it. */
class RunnerSpecTest {
    private static final Path FROZEN = Path.of("src/test/resources/runner");

    @Test
    void isWrittenAsItAlwaysWasWritten() throws IOException {
        String written = ContractJson.mapper()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(spec(AdapterId.CODEX, ModelProtocol.OPENAI_RESPONSES));

        assertThat(written + "\n").isEqualTo(Files.readString(FROZEN.resolve("spec.json")));
    }

    @Test
    void isReadBackToTheSameSpec() throws IOException {
        assertThat(read("spec.json")).isEqualTo(spec(AdapterId.CODEX, ModelProtocol.OPENAI_RESPONSES));
    }

    @Test
    void takesTheAdaptersOwnProtocolFromASpecThatNamesNone() throws IOException {
        assertThat(read("spec-without-protocol.json")).isEqualTo(spec(AdapterId.CODEX, ModelProtocol.OPENAI_RESPONSES));
    }

    @ParameterizedTest
    @EnumSource(AdapterId.class)
    void everyAdapterHasAProtocolOfItsOwn(AdapterId adapter) {
        assertThat(spec(adapter, null).provider().protocol()).isIn(adapter.protocols());
    }

    private static RunnerSpec read(String file) throws IOException {
        return ContractJson.mapper().readValue(FROZEN.resolve(file).toFile(), RunnerSpec.class);
    }

    private static RunnerSpec spec(AdapterId adapter, ModelProtocol protocol) {
        return new RunnerSpec(
                UUID.fromString("0195513c-6c00-7000-8000-000000000007"),
                1,
                MailboxKey.issue("acme-shop", 7),
                Phase.DEVELOPMENT,
                adapter,
                "a-model",
                new RunnerSpec.Repository(
                        ForgeKind.FORGEJO,
                        "http://forge.example/acme/shop.git",
                        "agent/issue-7-greet-by-name",
                        "main",
                        false,
                        true),
                null,
                null,
                false,
                false,
                null,
                null,
                new RunnerSpec.Provider("responses", protocol, "http://model.example", List.of("OPENAI_API_KEY")),
                new RunnerSpec.Limits(
                        Duration.ofHours(1),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(15),
                        2,
                        200,
                        BigDecimal.valueOf(5),
                        2_000_000,
                        512L << 20,
                        null),
                null,
                null);
    }
}

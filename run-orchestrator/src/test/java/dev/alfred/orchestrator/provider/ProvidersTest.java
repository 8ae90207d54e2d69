package dev.alfred.orchestrator.provider;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.AgentsConfig;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.PricesConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProvidersTest {
    @TempDir
    Path secrets;

    private final Map<String, String> properties = new HashMap<>(Map.of(
            "alfred.orchestrator.mailbox-service.url", "http://127.0.0.1:1",
            "alfred.orchestrator.session-store.url", "http://127.0.0.1:1",
            "alfred.orchestrator.providers.a-messages.protocol", "anthropic-messages",
            "alfred.orchestrator.providers.b-responses.protocol", "openai-responses",
            "alfred.orchestrator.providers.c-chat.protocol", "openai-chat"));

    @ParameterizedTest
    @CsvSource({
        "claude-code, a-messages, ANTHROPIC_MESSAGES",
        "codex, b-responses, OPENAI_RESPONSES",
        "opencode, c-chat, OPENAI_CHAT",
        "copilot, c-chat, OPENAI_CHAT",
        "grok-build, c-chat, OPENAI_CHAT",
        "anthropic-api, a-messages, ANTHROPIC_MESSAGES",
        "openai-api, c-chat, OPENAI_CHAT"
    })
    void anAdapterGetsTheFirstProviderThatSpeaksItsProtocol(String adapter, String provider, ModelProtocol protocol) {
        ModelProvider chosen = chosen(adapter(adapter), null);

        assertThat(chosen.id()).isEqualTo(provider);
        assertThat(chosen.protocol()).isEqualTo(protocol);
    }

    @Test
    void aProviderThatNamesItsAdaptersServesNoOthers() {
        properties.put("alfred.orchestrator.providers.c-chat.adapters", "copilot");
        properties.put("alfred.orchestrator.providers.d-chat.protocol", "openai-chat");

        assertThat(chosen(AdapterId.COPILOT, null).id()).isEqualTo("c-chat");
        assertThat(chosen(AdapterId.OPENCODE, null).id()).isEqualTo("d-chat");
        assertThat(missing(AdapterId.OPENCODE, "c-chat"))
                .isEqualTo(
                        new Providers.Choice.Missing("provider_mismatch", "c-chat serves copilot only, not opencode"));
    }

    @Test
    void aProviderOfAnotherProtocolIsNamedWithWhatTheAdapterNeeds() {
        assertThat(missing(AdapterId.CODEX, "a-messages"))
                .isEqualTo(new Providers.Choice.Missing(
                        "provider_mismatch", "a-messages speaks anthropic-messages, codex needs openai-responses"));
    }

    @Test
    void aProviderOfAnotherProtocolServesNoAdapterThatItNames() {
        properties.put("alfred.orchestrator.providers.a-messages.adapters", "codex,claude-code");
        properties.remove("alfred.orchestrator.providers.b-responses.protocol");

        assertThat(missing(AdapterId.CODEX, null))
                .isEqualTo(new Providers.Choice.Missing(
                        "provider_missing", "no provider serves codex: configure one with protocol openai-responses"));
    }

    @ParameterizedTest
    @CsvSource({
        "claude-code, api.anthropic.com",
        "codex, api.openai.com",
        "copilot, api.githubcopilot.com",
        "grok-build, api.x.ai",
        "anthropic-api, api.anthropic.com",
        "openai-api, api.openai.com"
    })
    void withoutABaseUrlTheVendorsOwnHostIsReached(String adapter, String host) {
        assertThat(chosen(adapter(adapter), null).hosts()).contains(host);
    }

    @Test
    void withABaseUrlOnlyThatAndTheHostsOfTheProviderAreReached() {
        properties.put("alfred.orchestrator.providers.c-chat.base-url", "http://127.0.0.1:9");
        properties.put("alfred.orchestrator.providers.c-chat.egress", "models.example:8443");

        assertThat(chosen(AdapterId.GROK_BUILD, null).hosts()).containsExactly("models.example:8443");
    }

    @Test
    void secretsAreReadWhenTheRunIsPlanned() throws IOException {
        properties.put("alfred.orchestrator.providers.b-responses.secret-environment", "OPENAI_API_KEY");
        assertThat(missing(AdapterId.CODEX, null).reason()).isEqualTo("provider_secret_missing");

        Files.writeString(
                Files.createDirectory(secrets.resolve("b-responses")).resolve("OPENAI_API_KEY"), "an-invented-key\n");

        assertThat(chosen(AdapterId.CODEX, null).secrets()).isEqualTo(Map.of("OPENAI_API_KEY", "an-invented-key"));
    }

    @Test
    void knowsWhatAModelTakesWhereThatIsConfigured() {
        properties.put("alfred.prices.\"another-model-5.1\".input", "9");
        properties.put("alfred.prices.\"another-model-5.1\".output", "9");
        assertThat(chosen(AdapterId.CODEX, null).price()).isEmpty();

        properties.put("alfred.prices.some-model.input", "1.25");
        properties.put("alfred.prices.some-model.output", "10");
        assertThat(chosen(AdapterId.CODEX, null).price())
                .as("cached input is as dear as other input where nothing else is said")
                .contains(new ModelPrice(new BigDecimal("1.25"), new BigDecimal("1.25"), new BigDecimal("10")));

        properties.put("alfred.prices.some-model.cached-input", "0.125");
        assertThat(chosen(AdapterId.CODEX, null).price().orElseThrow().cachedInput())
                .isEqualTo("0.125");
    }

    private ModelProvider chosen(AdapterId adapter, String provider) {
        return ((Providers.Choice.Chosen) choose(adapter, provider)).provider();
    }

    private Providers.Choice.Missing missing(AdapterId adapter, String provider) {
        return (Providers.Choice.Missing) choose(adapter, provider);
    }

    private Providers.Choice choose(AdapterId adapter, String provider) {
        properties.put("alfred.orchestrator.secrets-directory", secrets.toString());
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .withMapping(OrchestratorConfig.class)
                .withMapping(AgentsConfig.class)
                .withMapping(PricesConfig.class)
                .withSources(new PropertiesConfigSource(properties, "the test's", 100))
                .build();
        return new Providers(
                        config.getConfigMapping(OrchestratorConfig.class),
                        config.getConfigMapping(AgentsConfig.class),
                        config.getConfigMapping(PricesConfig.class))
                .choose(settings(adapter, provider));
    }

    private static AdapterId adapter(String wire) {
        return Wire.of(AdapterId.class, wire);
    }

    private static RunSettings settings(AdapterId adapter, String provider) {
        return new RunSettings(
                true,
                adapter,
                provider,
                "some-model",
                "default",
                null,
                Duration.ofMinutes(60),
                Duration.ofMinutes(10),
                2,
                2,
                4,
                512L << 20,
                null,
                0,
                List.of(),
                null);
    }
}

package dev.alfred.local.launcher;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AgentsTest {
    @TempDir
    Path directory;

    @Test
    void everyProtocolHasAProviderOnTheScriptedModelsPort() {
        Map<String, String> told = agents().configuration();

        assertThat(told)
                .containsEntry("alfred.orchestrator.sandbox.agents", directory.toString())
                .containsEntry("alfred.orchestrator.providers.anthropic.protocol", "anthropic-messages")
                .containsEntry("alfred.orchestrator.providers.anthropic.base-url", "http://127.0.0.1:8186")
                .containsEntry("alfred.orchestrator.providers.openai-responses.protocol", "openai-responses")
                .containsEntry("alfred.orchestrator.providers.openai-responses.base-url", "http://127.0.0.1:8186/v1")
                .containsEntry("alfred.orchestrator.providers.openai-chat.protocol", "openai-chat")
                .containsEntry("alfred.orchestrator.providers.openai-chat.base-url", "http://127.0.0.1:8186/v1");
    }

    @Test
    void everyProvidersInventedKeyLiesWhereItsVariableIsReadFrom() {
        agents().writeSecrets(directory);

        assertThat(directory.resolve("anthropic/ANTHROPIC_API_KEY")).hasContent("sk-local-scripted-model");
        assertThat(directory.resolve("openai-responses/OPENAI_API_KEY")).hasContent("sk-local-scripted-model");
        assertThat(directory.resolve("openai-chat/OPENAI_API_KEY")).hasContent("sk-local-scripted-model");
    }

    private Agents agents() {
        return new Agents(directory, "agents", Agents.scripted(new LocalPorts(100, "127.0.0.1")));
    }
}

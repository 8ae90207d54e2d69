package dev.alfred.runner.adapter.api;

import dev.alfred.contracts.session.Usage;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;

/** One reply's tokens, cached input apart from the other; each API counts it in its own way. */
final class ApiUsage {
    private ApiUsage() {}

    static Usage of(TokenUsage told) {
        if (told == null) {
            return Usage.NOTHING;
        }
        int input = number(told.inputTokenCount());
        int output = number(told.outputTokenCount());
        return switch (told) {
            case AnthropicTokenUsage anthropic ->
                new Usage(
                        input + number(anthropic.cacheCreationInputTokens()),
                        number(anthropic.cacheReadInputTokens()),
                        output,
                        null);
            case OpenAiTokenUsage openAi -> {
                int cached = openAi.inputTokensDetails() == null
                        ? 0
                        : number(openAi.inputTokensDetails().cachedTokens());
                yield new Usage(Math.max(0, input - cached), cached, output, null);
            }
            default -> new Usage(input, 0, output, null);
        };
    }

    private static int number(Integer count) {
        return count == null ? 0 : count;
    }
}

package dev.alfred.runner.adapter.api;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.langchain4j.http.client.jdk.JdkHttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;

/** Clients of model APIs. They don't try again: {@link ApiAdapter} does, within the run's time. */
final class ChatModels {
    private static final int MOST_OUTPUT_TOKENS = 8192;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private ChatModels() {}

    static ChatModel of(ModelApi api, String model, Duration timeout) {
        JdkHttpClientBuilder http =
                new JdkHttpClientBuilder().httpClientBuilder(client(api)).connectTimeout(CONNECT_TIMEOUT);
        return switch (api.protocol()) {
            case ANTHROPIC_MESSAGES -> {
                var builder = AnthropicChatModel.builder()
                        .httpClientBuilder(http)
                        .apiKey(api.key())
                        .modelName(model)
                        .maxTokens(MOST_OUTPUT_TOKENS)
                        .timeout(timeout)
                        .maxRetries(0);
                if (api.baseUrl() != null) {
                    builder.baseUrl(versioned(api.baseUrl()));
                }
                yield builder.build();
            }
            case OPENAI_CHAT -> {
                var builder = OpenAiChatModel.builder()
                        .httpClientBuilder(http)
                        .apiKey(api.key())
                        .modelName(model)
                        .timeout(timeout)
                        .maxRetries(0);
                if (api.baseUrl() != null) {
                    builder.baseUrl(api.baseUrl());
                }
                yield builder.build();
            }
            case OPENAI_RESPONSES ->
                throw new IllegalArgumentException("no API adapter speaks " + ModelProtocol.OPENAI_RESPONSES.wire());
        };
    }

    /** The vendor's convention leaves the version to the client, and this client leaves it to the address. */
    private static String versioned(String baseUrl) {
        String bare = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
        return bare.endsWith("/v1") ? bare : bare + "/v1";
    }

    private static HttpClient.Builder client(ModelApi api) {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        String proxy = api.proxy().get("https_proxy");
        if (proxy == null || api.onThisMachine()) {
            return client.proxy(HttpClient.Builder.NO_PROXY);
        }
        URI address = URI.create(proxy);
        return client.proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort())));
    }
}

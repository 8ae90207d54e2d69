package dev.alfred.local.agent;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Whoever answers: the Messages API at {@code ANTHROPIC_BASE_URL}, or, without one, a fixed script that runs the command
 * of a {@code [[tool:COMMAND]]} in the prompt and then says which {@code MARK-} words it has seen.
 */
final class Model {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern TOOL = Pattern.compile("\\[\\[tool:(.+?)]]", Pattern.DOTALL);
    private static final Pattern MARK = Pattern.compile("MARK-[A-Za-z0-9]+");
    private static final int OK = 200;

    private final Optional<String> baseUrl;
    private final String key;
    private final String model;

    Model(String baseUrl, String key, String model) {
        this.baseUrl = Optional.ofNullable(baseUrl);
        this.key = key;
        this.model = model;
    }

    ModelAnswer ask(SessionStore session) throws IOException, InterruptedException {
        return baseUrl.isPresent() ? call(baseUrl.get(), session.messages()) : scripted(session);
    }

    private ModelAnswer call(String base, ArrayNode messages) throws InterruptedException {
        ObjectNode body = JSON.createObjectNode()
                .put("model", model)
                .put("max_tokens", 8192)
                .put("stream", false);
        body.put("system", "You are a coding agent. Your working directory is the repository.");
        body.set("messages", messages);
        body.putArray("tools").add(bash());
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/v1/messages"))
                .timeout(Duration.ofMinutes(5))
                .header("content-type", "application/json")
                .header("anthropic-version", "2023-06-01")
                .header("x-api-key", key == null ? "" : key)
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        try {
            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            JsonNode answer = JSON.readTree(response.body());
            return response.statusCode() == OK && answer instanceof ObjectNode
                    ? new ModelAnswer.Message((ObjectNode) answer)
                    : new ModelAnswer.Failure(
                            response.statusCode(),
                            answer.path("error").path("message").asText());
        } catch (IOException e) {
            return new ModelAnswer.Unreachable();
        }
    }

    private static ObjectNode bash() {
        ObjectNode tool = JSON.createObjectNode().put("name", "Bash").put("description", "Runs a shell command.");
        ObjectNode schema = tool.putObject("input_schema").put("type", "object");
        schema.putObject("properties").putObject("command").put("type", "string");
        schema.putArray("required").add("command");
        return tool;
    }

    private ModelAnswer scripted(SessionStore session) {
        List<String> texts = session.userTexts();
        String prompt = texts.isEmpty() ? "" : texts.get(texts.size() - 1);
        Matcher command = TOOL.matcher(prompt);
        JsonNode last = session.messages().get(session.messages().size() - 1);
        boolean toolRan = last.path("content").path(0).path("type").asText().equals("tool_result");
        ObjectNode message = message(100, 20);
        if (command.find() && !toolRan) {
            ObjectNode use = message.putArray("content")
                    .addObject()
                    .put("type", "tool_use")
                    .put("id", "toolu_" + UUID.randomUUID())
                    .put("name", "Bash");
            use.putObject("input").put("command", command.group(1));
            return new ModelAnswer.Message(message.put("stop_reason", "tool_use"));
        }
        String marks = MARK.matcher(session.messages().toString())
                .results()
                .map(found -> found.group())
                .distinct()
                .collect(Collectors.joining(","));
        message.putArray("content")
                .addObject()
                .put("type", "text")
                .put("text", "SCRIPTED-REPLY userturns=%d marks=%s".formatted(texts.size(), marks));
        return new ModelAnswer.Message(message.put("stop_reason", "end_turn"));
    }

    ObjectNode message(long input, long output) {
        ObjectNode message = JSON.createObjectNode()
                .put("id", "msg_" + UUID.randomUUID())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model);
        message.putObject("usage")
                .put("input_tokens", input)
                .put("cache_creation_input_tokens", 0)
                .put("cache_read_input_tokens", 7)
                .put("output_tokens", output);
        return message;
    }
}

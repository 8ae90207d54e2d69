package dev.alfred.runner.adapter.claude;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A model on loopback that speaks just enough of the Messages protocol for the real CLI: it has the last prompt's {@code
 * [[tool:COMMAND]]} run and then tells which {@code MARK-} words it has seen.
 */
public final class MessagesEndpoint implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern TOOL = Pattern.compile("\\[\\[tool:([^\\]]+)]]");
    private static final Pattern MARK = Pattern.compile("MARK-[A-Za-z0-9]+");

    private final HttpServer server;
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile int status = 200;

    public MessagesEndpoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The bodies of requests with tools, which are the conversation's own. */
    public List<String> bodies() {
        return bodies;
    }

    public void answerWith(int newStatus) {
        answerWith(newStatus, Integer.MAX_VALUE);
    }

    /** Answers the next so many requests with that status. */
    public void answerWith(int newStatus, int times) {
        failures.set(times);
        status = newStatus;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] read = exchange.getRequestBody().readAllBytes();
            if (!exchange.getRequestURI().getPath().endsWith("/v1/messages")) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            JsonNode body = JSON.readTree(read);
            boolean conversation = !body.path("tools").isEmpty();
            if (conversation) {
                bodies.add(new String(read, StandardCharsets.UTF_8));
            }
            if (status != 200 && failures.getAndDecrement() > 0) {
                send(
                        exchange,
                        status,
                        "application/json",
                        "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"forced\"}}");
                return;
            }
            ObjectNode message = conversation ? reply(body) : text(body, "title");
            if (body.path("stream").asBoolean()) {
                send(exchange, 200, "text/event-stream", stream(message));
            } else {
                send(exchange, 200, "application/json", message.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode reply(JsonNode body) {
        JsonNode messages = body.path("messages");
        String prompt = "";
        boolean toolRan = false;
        for (JsonNode message : messages) {
            if (message.path("role").asText().equals("assistant")) {
                toolRan = false;
                continue;
            }
            if (!message.path("role").asText().equals("user")) {
                continue;
            }
            JsonNode content = message.path("content");
            if (content.isTextual() && !content.asText().startsWith("<system-reminder>")) {
                prompt = content.asText();
            }
            for (JsonNode block : content) {
                toolRan |= block.path("type").asText().equals("tool_result");
                if (block.path("type").asText().equals("text")
                        && !block.path("text").asText().startsWith("<system-reminder>")) {
                    prompt = block.path("text").asText();
                }
            }
        }
        Matcher tool = TOOL.matcher(prompt);
        if (tool.find() && !toolRan) {
            ObjectNode message = message(body, "tool_use");
            ObjectNode use = message.putArray("content")
                    .addObject()
                    .put("type", "tool_use")
                    .put("id", "toolu_" + System.nanoTime())
                    .put("name", "Bash");
            use.putObject("input").put("command", tool.group(1)).put("description", "as asked");
            return message;
        }
        return text(
                body,
                "seen "
                        + MARK.matcher(messages.toString())
                                .results()
                                .map(found -> found.group())
                                .distinct()
                                .collect(Collectors.joining(",")));
    }

    private static ObjectNode text(JsonNode body, String text) {
        ObjectNode message = message(body, "end_turn");
        message.putArray("content").addObject().put("type", "text").put("text", text);
        return message;
    }

    private static ObjectNode message(JsonNode body, String stopReason) {
        ObjectNode message = JSON.createObjectNode()
                .put("id", "msg_" + System.nanoTime())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", body.path("model").asText())
                .put("stop_reason", stopReason);
        message.putNull("stop_sequence");
        message.putObject("usage")
                .put("input_tokens", 100)
                .put("cache_creation_input_tokens", 0)
                .put("cache_read_input_tokens", 7)
                .put("output_tokens", 20);
        return message;
    }

    private static String stream(ObjectNode message) {
        StringBuilder events = new StringBuilder();
        JsonNode block = message.path("content").path(0);
        ObjectNode start = message.deepCopy();
        start.putArray("content");
        start.putNull("stop_reason");
        event(events, "message_start", JSON.createObjectNode().set("message", start));
        boolean tool = block.path("type").asText().equals("tool_use");
        ObjectNode opened = block.deepCopy();
        if (tool) {
            opened.putObject("input");
        } else {
            opened.put("text", "");
        }
        event(
                events,
                "content_block_start",
                JSON.createObjectNode().put("index", 0).set("content_block", opened));
        ObjectNode delta = JSON.createObjectNode();
        if (tool) {
            delta.put("type", "input_json_delta")
                    .put("partial_json", block.path("input").toString());
        } else {
            delta.put("type", "text_delta").put("text", block.path("text").asText());
        }
        event(
                events,
                "content_block_delta",
                JSON.createObjectNode().put("index", 0).set("delta", delta));
        event(events, "content_block_stop", JSON.createObjectNode().put("index", 0));
        ObjectNode end = JSON.createObjectNode();
        end.putObject("delta")
                .put("stop_reason", message.path("stop_reason").asText())
                .putNull("stop_sequence");
        end.putObject("usage").put("output_tokens", 20);
        event(events, "message_delta", end);
        event(events, "message_stop", JSON.createObjectNode());
        return events.toString();
    }

    private static void event(StringBuilder events, String type, JsonNode data) {
        ((ObjectNode) data).put("type", type);
        events.append("event: ").append(type).append("\ndata: ").append(data).append("\n\n");
    }

    private static void send(HttpExchange exchange, int code, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", type);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

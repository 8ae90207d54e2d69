package dev.alfred.local.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.agent.Scenario.Kind;

/** One start's conversation with the model, tools included, and its planned mishap. */
final class Conversation {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TOOL_OUTPUT = 30_000;
    private static final int TEN_MEGABYTES = 10 * 1024 * 1024;
    private static final double INPUT_PRICE = 3e-6;
    private static final double OUTPUT_PRICE = 15e-6;

    private final Options options;
    private final Scenario scenario;
    private final SessionStore session;
    private final Model model;
    private final Events events;
    private long input;
    private long cached;
    private long output;
    private int turns;

    Conversation(Options options, Scenario scenario, SessionStore session, Model model, Events events) {
        this.options = options;
        this.scenario = scenario;
        this.session = session;
        this.model = model;
        this.events = events;
    }

    int run(String prompt) throws IOException, InterruptedException {
        events.init(session.id(), options.model());
        session.add(JSON.createObjectNode().put("role", "user").put("content", prompt));
        switch (scenario.kind()) {
            case HANG -> new CountDownLatch(1).await();
            case STUBBORN -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
                new CountDownLatch(1).await();
            }
            case STATUS -> {
                return modelFailed(Integer.parseInt(scenario.argument()), "scripted failure");
            }
            case UNREACHABLE -> {
                return unreachable();
            }
            case EXIT -> {
                return Integer.parseInt(scenario.argument());
            }
            case ORPHAN ->
                new ProcessBuilder("setsid", "sleep", "600").inheritIO().start();
            case FLOOD -> flood();
            case LONG_LINE -> events.said(session.id(), said("x".repeat(TEN_MEGABYTES)));
            case GARBAGE -> events.raw("this is \"no JSON\n\u0000{{{{\n[1,2,\n");
            case FEIGNED -> {
                return feigned();
            }
            case TOKENS ->
                events.said(
                        session.id(),
                        JSON.createObjectNode()
                                .put("id", "msg_tokens")
                                .put("model", "scripted")
                                .set(
                                        "usage",
                                        JSON.createObjectNode()
                                                .put("input_tokens", Long.parseLong(scenario.argument()))));
            default -> {}
        }
        return turns();
    }

    private int turns() throws IOException, InterruptedException {
        while (turns < options.maxTurns()) {
            ModelAnswer answer = model.ask(session);
            if (answer instanceof ModelAnswer.Failure failure) {
                return modelFailed(failure.status(), failure.detail());
            }
            if (answer instanceof ModelAnswer.Unreachable) {
                return unreachable();
            }
            ModelAnswer.Message said = (ModelAnswer.Message) answer;
            turns++;
            account(said.message().path("usage"));
            session.add(said.message());
            events.said(session.id(), said.message());
            if (scenario.is(Kind.KILLED)) {
                new ProcessBuilder(
                                "kill",
                                "-9",
                                Long.toString(ProcessHandle.current().pid()))
                        .start();
                new CountDownLatch(1).await();
            }
            if (spent() > options.maxBudgetUsd()) {
                return failed("error_max_budget_usd", "Reached maximum budget");
            }
            ArrayNode results = runTools(said.content());
            if (results.isEmpty()) {
                return done(text(said.content()));
            }
            ObjectNode message = JSON.createObjectNode().put("role", "user");
            message.set("content", results);
            session.add(message);
            events.toolResults(session.id(), message);
        }
        return failed("error_max_turns", "Reached maximum number of turns (%d)".formatted(options.maxTurns()));
    }

    private ArrayNode runTools(JsonNode content) throws IOException, InterruptedException {
        ArrayNode results = JSON.createArrayNode();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                results.add(runTool(block));
            }
        }
        return results;
    }

    private ObjectNode runTool(JsonNode use) throws IOException, InterruptedException {
        ObjectNode result = JSON.createObjectNode()
                .put("type", "tool_result")
                .put("tool_use_id", use.path("id").asText());
        if (!use.path("name").asText().equals("Bash")) {
            return result.put("content", "There is no such tool").put("is_error", true);
        }
        Process process = new ProcessBuilder(
                        "sh", "-c", use.path("input").path("command").asText())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        return result.put("content", printed.substring(0, Math.min(printed.length(), TOOL_OUTPUT)))
                .put("is_error", status != 0);
    }

    private int done(String text) throws IOException {
        session.spent(session.cost() + spent());
        if (scenario.is(Kind.TRUNCATED)) {
            session.truncate();
        }
        events.result(session.id(), Map.of("subtype", "success", "is_error", false, "result", text), figures());
        return 0;
    }

    private int failed(String subtype, String error) throws IOException {
        session.spent(session.cost() + spent());
        events.result(session.id(), Map.of("subtype", subtype, "is_error", true, "errors", List.of(error)), figures());
        return 1;
    }

    private int modelFailed(int status, String detail) throws IOException {
        String text = "API Error: %d %s".formatted(status, detail);
        events.apiRetry(session.id(), status);
        synthetic(text);
        events.result(
                session.id(),
                Map.of(
                        "subtype",
                        "success",
                        "is_error",
                        true,
                        "api_error_status",
                        status,
                        "terminal_reason",
                        "api_error",
                        "result",
                        text),
                figures());
        return 1;
    }

    private int unreachable() throws IOException {
        String text = "API Error: Connection refused";
        synthetic(text);
        events.result(
                session.id(),
                Map.of(
                        "subtype", "success",
                        "is_error", true,
                        "api_error", "connection_failed",
                        "terminal_reason", "api_error",
                        "result", text),
                figures());
        return 1;
    }

    private void synthetic(String text) throws IOException {
        ObjectNode message = said(text).put("model", ScriptedAgent.SYNTHETIC);
        session.add(message);
        events.said(session.id(), message);
    }

    private int feigned() throws IOException {
        String words = "No conversation found with session ID: " + session.id();
        ObjectNode message = said(words);
        session.add(message);
        events.said(session.id(), message);
        turns++;
        return failed("error_during_execution", words);
    }

    private void flood() {
        ObjectNode message = said("y".repeat(1024 * 1024));
        for (int megabyte = 0; megabyte < 1024; megabyte++) {
            events.said(session.id(), message);
        }
    }

    private static ObjectNode said(String text) {
        ObjectNode message = JSON.createObjectNode().put("role", "assistant").put("model", "scripted");
        message.putArray("content").addObject().put("type", "text").put("text", text);
        return message;
    }

    private static String text(JsonNode content) {
        StringBuilder text = new StringBuilder();
        content.forEach(block -> text.append(block.path("text").asText()));
        return text.toString();
    }

    private void account(JsonNode usage) {
        input += usage.path("input_tokens").asLong();
        cached += usage.path("cache_read_input_tokens").asLong();
        output += usage.path("output_tokens").asLong();
    }

    private double spent() {
        return input * INPUT_PRICE + output * OUTPUT_PRICE;
    }

    private Events.Figures figures() {
        return new Events.Figures(turns, input, cached, output, session.cost());
    }
}

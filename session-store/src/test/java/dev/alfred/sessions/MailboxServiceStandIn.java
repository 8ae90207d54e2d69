package dev.alfred.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.ContractJson;

/**
 * Answers the question which mailboxes live; what it says, and in which mood it is, are system properties, since loaders
 * come and go.
 */
public final class MailboxServiceStandIn {
    private static final String PREFIX = "alfred.test.mailbox.";
    private static final String MOOD = "alfred.test.mailbox-service";
    private static final String PATH = "/internal/mailboxes/liveness";
    private static final String JSON = "application/json";

    private HttpServer server;

    /** How it answers any question. */
    public enum Mood {
        WELL,
        /** Ends the connection without an answer. */
        DOWN,
        BROKEN,
        /** Never answers. */
        SLOW,
        MALFORMED,
        /** Half of an answer. */
        CUT,
        /** An answer without a body. */
        EMPTY,
        /** An answer about nothing. */
        WORDLESS,
        /** A 404 of something else on its address. */
        SOMEBODY_ELSE,
        FORBIDDEN
    }

    /** {@code status:revision[:retention days]}, {@code unknown} or {@code left-out}. */
    public static void says(String mailbox, String answer) {
        System.setProperty(PREFIX + mailbox, answer);
    }

    public static void is(Mood mood) {
        System.setProperty(MOOD, mood.name());
    }

    String start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(PATH, this::answer);
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode asked =
                ContractJson.mapper().readTree(exchange.getRequestBody().readAllBytes());
        if (exchange.getRequestHeaders().getFirst("Authorization") == null) {
            send(exchange, 401, JSON, "{}");
            return;
        }
        switch (Mood.valueOf(System.getProperty(MOOD, Mood.WELL.name()))) {
            case WELL -> send(exchange, 200, JSON, answers(asked));
            case DOWN -> exchange.close();
            case BROKEN -> send(exchange, 500, "text/plain", "");
            case SLOW -> {
                // The exchange stays open: who asked gives up.
            }
            case MALFORMED -> send(exchange, 200, JSON, "<html>welcome</html>");
            case CUT -> send(exchange, 200, JSON, answers(asked).substring(0, 10));
            case EMPTY -> send(exchange, 200, JSON, "");
            case WORDLESS -> send(exchange, 200, JSON, "{}");
            case SOMEBODY_ELSE -> send(exchange, 404, "text/html", "<h1>Not Found</h1>");
            case FORBIDDEN -> send(exchange, 403, JSON, "{}");
        }
    }

    private static String answers(JsonNode question) {
        List<String> known = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        question.path("mailboxes").forEach(node -> {
            String mailbox = node.asText();
            String[] said = System.getProperty(PREFIX + mailbox, "open:1").split(":");
            switch (said[0]) {
                case "left-out" -> {
                    // Neither known nor unknown.
                }
                case "unknown" -> unknown.add("\"" + mailbox + "\"");
                default ->
                    known.add("{\"mailbox\":\"%s\",\"status\":\"%s\",\"revision\":%s,\"retentionDays\":%s}"
                            .formatted(mailbox, said[0], said[1], said.length > 2 ? said[2] : "null"));
            }
        });
        return "{\"known\":[" + String.join(",", known) + "],\"unknown\":[" + String.join(",", unknown) + "]}";
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}

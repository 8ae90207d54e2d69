package dev.alfred.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Answers the sweep's questions; what it says of a mailbox is a system property, since loaders come and go. */
public final class MailboxServiceStandIn {
    private static final String PREFIX = "alfred.test.mailbox.";
    private static final String PATH = "/internal/mailboxes/";

    private HttpServer server;

    /** {@code status:revision}, {@code unknown}, {@code nowhere} (a 404 of someone else) or {@code broken}. */
    public static void says(String mailbox, String answer) {
        System.setProperty(PREFIX + mailbox, answer);
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
        String mailbox = exchange.getRequestURI().getPath().substring(PATH.length());
        String[] said = System.getProperty(PREFIX + mailbox, "open:1").split(":");
        boolean authorized = exchange.getRequestHeaders().getFirst("Authorization") != null;
        if (!authorized) {
            send(exchange, 401, "application/json", "{}");
            return;
        }
        switch (said[0]) {
            case "unknown" ->
                send(
                        exchange,
                        404,
                        "application/problem+json",
                        "{\"type\":\"urn:alfred:problem:unknown-mailbox\",\"status\":404}");
            case "nowhere" -> send(exchange, 404, "text/html", "<h1>Not Found</h1>");
            case "broken" -> send(exchange, 500, "text/plain", "");
            default ->
                send(
                        exchange,
                        200,
                        "application/json",
                        "{\"mailbox\":\"%s\",\"status\":\"%s\",\"revision\":%s}".formatted(mailbox, said[0], said[1]));
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}

package dev.alfred.local.forge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

/** A receiver of webhooks on loopback that remembers raw bodies and headers. */
final class HookReceiver implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();

    record Received(Map<String, List<String>> headers, byte[] body) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().getFirst())
                    .findFirst()
                    .orElse(null);
        }

        JsonNode json() {
            try {
                return MAPPER.readTree(body);
            } catch (IOException notJson) {
                throw new AssertionError(notJson);
            }
        }

        String what() {
            String action = json().path("action").asText();
            return header("X-Forgejo-Event-Type") + (action.isEmpty() ? "" : "/" + action);
        }
    }

    HookReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        server.createContext("/", exchange -> {
            received.add(new Received(
                    Map.copyOf(exchange.getRequestHeaders()),
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    List<Received> all() {
        return new ArrayList<>(received);
    }

    List<String> story() {
        return received.stream().map(Received::what).toList();
    }

    Received awaitOne(Predicate<Received> wanted) {
        await().atMost(20, SECONDS).until(() -> received.stream().anyMatch(wanted));
        return received.stream().filter(wanted).findFirst().orElseThrow();
    }

    Received awaitOne(String what) {
        return awaitOne(one -> one.what().equals(what));
    }

    void forget() {
        received.clear();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package dev.alfred.local.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Speaks to a scripted model as an agent's CLI does, in JSON with single quotes for the reader's sake. */
final class ModelClient implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;

    ModelClient(String url) {
        this.url = url;
    }

    record Reply(int status, String body, HttpResponse<String> response) {

        JsonNode json() {
            return parsed(body);
        }

        String at(String pointer) {
            return json().at(pointer).asText();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The events' names, each run of the same one once. */
        List<String> eventNames() {
            String last = "";
            List<String> names = new ArrayList<>();
            for (String line : body.lines().toList()) {
                if (line.startsWith("event: ") && !line.equals(last)) {
                    names.add(line.substring("event: ".length()));
                    last = line;
                }
            }
            return names;
        }

        List<JsonNode> data() {
            return body.lines()
                    .filter(line -> line.startsWith("data: {"))
                    .map(line -> parsed(line.substring("data: ".length())))
                    .toList();
        }
    }

    static String quoted(String json) {
        return json.replace('\'', '"');
    }

    Reply post(String path, String json) throws IOException {
        return send(request(path)
                .header("Authorization", "Bearer made-up")
                .POST(HttpRequest.BodyPublishers.ofString(quoted(json))));
    }

    Reply postWithoutKey(String path, String json) throws IOException {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(quoted(json))));
    }

    Reply get(String path) throws IOException {
        return send(request(path).GET());
    }

    Reply delete(String path) throws IOException {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json");
    }

    private Reply send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /** Sends without waiting, and goes when it is closed. */
    CompletableFuture<HttpResponse<String>> begin(String path, String json) {
        return http.sendAsync(
                request(path)
                        .header("Authorization", "Bearer made-up")
                        .POST(HttpRequest.BodyPublishers.ofString(quoted(json)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private static JsonNode parsed(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.alfred.local.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;

/** A JSON API as a tool outside would use it: one base address, one way to say who is asking. */
public final class RestApi {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final String base;
    private final String authorization;

    private RestApi(String base, String authorization) {
        this.base = base;
        this.authorization = authorization;
    }

    public static RestApi withToken(String base, String token) {
        return new RestApi(base, "token " + token);
    }

    public static RestApi withPassword(String base, String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new RestApi(base, "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    public static RestApi anonymous(String base) {
        return new RestApi(base, null);
    }

    /**
     * An answer, whatever its status.
     *
     * @param body {@code NullNode} where there is none or it is no JSON
     */
    public record Answer(int status, JsonNode body, String text) {}

    public JsonNode get(String path) {
        return succeed("GET", path, null);
    }

    public JsonNode post(String path, Object body) {
        return succeed("POST", path, body);
    }

    public JsonNode put(String path, Object body) {
        return succeed("PUT", path, body);
    }

    public JsonNode patch(String path, Object body) {
        return succeed("PATCH", path, body);
    }

    public void delete(String path) {
        succeed("DELETE", path, null);
    }

    /** The answer, also when it is no success; only a peer that can't be reached is an error. */
    public Answer call(String method, String path, Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(LIMIT)
                .header("Accept", "application/json, application/problem+json")
                .method(method, publisher(body));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> response =
                    HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Answer(response.statusCode(), json(response.body()), response.body());
        } catch (IOException e) {
            throw new StepFailed(method + " " + base + path + ": no answer (" + e + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed(method + " " + base + path + ": interrupted", e);
        }
    }

    private JsonNode succeed(String method, String path, Object body) {
        Answer answer = call(method, path, body);
        if (answer.status() / 100 != 2) {
            throw new StepFailed(method + " " + base + path + " answered " + answer.status() + ": " + answer.text());
        }
        return answer.body();
    }

    private static HttpRequest.BodyPublisher publisher(Object body) {
        try {
            return body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
        } catch (IOException e) {
            throw new IllegalArgumentException("a body that is no JSON", e);
        }
    }

    private static JsonNode json(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node == null ? NullNode.getInstance() : node;
        } catch (IOException e) {
            return NullNode.getInstance();
        }
    }
}

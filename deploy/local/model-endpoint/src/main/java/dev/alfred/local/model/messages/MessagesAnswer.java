package dev.alfred.local.model.messages;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;

/** Writes one answer to its connection: whole, as a stream, as an error, or broken off. */
final class MessagesAnswer {

    private final Vertx vertx;
    private final HttpServerResponse response;
    private final String requestId;

    MessagesAnswer(Vertx vertx, HttpServerResponse response, long id) {
        this.vertx = vertx;
        this.response = response;
        this.requestId = "req_scripted%08d".formatted(id);
    }

    static void models(HttpServerResponse response) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        for (String model : List.of("claude-opus-5", "claude-sonnet-5-5", "claude-haiku-5")) {
            list.withArray("data")
                    .addObject()
                    .put("type", "model")
                    .put("id", model)
                    .put("display_name", model + " (scripted)")
                    .put("created_at", "2026-01-01T00:00:00Z");
        }
        json(response, 200, list.put("has_more", false));
    }

    static void tokens(HttpServerResponse response, long count) {
        json(response, 200, JsonNodeFactory.instance.objectNode().put("input_tokens", count));
    }

    /** A client that has gone meanwhile is not written to. */
    void after(Duration delay, Runnable writing) {
        Runnable unlessGone = () -> {
            if (!response.closed()) {
                writing.run();
            }
        };
        if (delay.isZero()) {
            unlessGone.run();
        } else {
            vertx.setTimer(delay.toMillis(), timer -> unlessGone.run());
        }
    }

    void headers(Map<String, String> headers) {
        headers.forEach(response::putHeader);
    }

    void fail(int status, String message) {
        response.putHeader("request-id", requestId);
        json(response, status, MessagesReply.error(status, message, requestId));
    }

    void whole(ObjectNode message, boolean cut) {
        if (cut) {
            response.reset();
            return;
        }
        response.putHeader("request-id", requestId);
        json(response, 200, message);
    }

    /** A cut comes after half of the events, without an end of the chunked body. */
    void stream(List<MessagesReply.Event> events, boolean cut) {
        response.putHeader("request-id", requestId)
                .putHeader("Content-Type", "text/event-stream; charset=utf-8")
                .putHeader("Cache-Control", "no-cache")
                .setChunked(true);
        int count = cut ? events.size() / 2 : events.size();
        StringBuilder text = new StringBuilder();
        for (MessagesReply.Event event : events.subList(0, count)) {
            text.append("event: ")
                    .append(event.name())
                    .append("\ndata: ")
                    .append(event.data())
                    .append("\n\n");
        }
        if (cut) {
            response.write(text.toString()).onComplete(written -> response.reset());
        } else {
            response.end(text.toString());
        }
    }

    private static void json(HttpServerResponse response, int status, JsonNode body) {
        response.setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body.toString());
    }
}

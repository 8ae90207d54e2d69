package dev.alfred.local.model.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.Protocol;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;

/** Writes one answer to its connection: whole, as a stream, as an error, or broken off. */
final class Answer {

    private final Vertx vertx;
    private final HttpServerResponse response;
    private final Protocol protocol;
    private final String requestId;

    Answer(Vertx vertx, HttpServerResponse response, Protocol protocol, long id) {
        this.vertx = vertx;
        this.response = response;
        this.protocol = protocol;
        this.requestId = "req_scripted%08d".formatted(id);
    }

    /** A client that has gone meanwhile is not written to. */
    void after(Duration delay, Runnable writing) {
        Runnable unlessGone = () -> {
            if (!response.closed()) {
                writing.run();
            }
        };
        if (delay.toMillis() < 1) {
            unlessGone.run();
        } else {
            vertx.setTimer(delay.toMillis(), timer -> unlessGone.run());
        }
    }

    void fail(int status, String message, Map<String, String> headers) {
        headers.forEach(response::putHeader);
        json(status, protocol.error(status, message, requestId));
    }

    void whole(ObjectNode reply, boolean cut) {
        if (cut) {
            response.reset();
        } else {
            json(200, reply);
        }
    }

    /** A cut comes after half of the events, without an end of the chunked body. */
    void stream(List<Event> events, boolean cut) {
        response.putHeader(protocol.requestIdHeader(), requestId)
                .putHeader("Content-Type", "text/event-stream; charset=utf-8")
                .putHeader("Cache-Control", "no-cache")
                .setChunked(true);
        StringBuilder text = new StringBuilder();
        for (Event event : events.subList(0, cut ? events.size() / 2 : events.size())) {
            text.append(event.written());
        }
        if (cut) {
            response.write(text.toString()).onComplete(written -> response.reset());
        } else {
            response.end(text.toString());
        }
    }

    private void json(int status, JsonNode body) {
        response.putHeader(protocol.requestIdHeader(), requestId);
        ScriptRoutes.json(response, status, body.toString());
    }
}

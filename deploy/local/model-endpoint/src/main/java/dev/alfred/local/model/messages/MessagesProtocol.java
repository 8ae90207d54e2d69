package dev.alfred.local.model.messages;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.Protocol;
import dev.alfred.local.model.protocol.UnreadableRequest;

/** Anthropic's Messages API, which Claude Code speaks. */
public final class MessagesProtocol implements Protocol {

    @Override
    public ModelRequest read(JsonNode body) throws UnreadableRequest {
        return MessagesRequest.read(body);
    }

    @Override
    public ObjectNode whole(Draft draft) {
        return new MessagesReply(draft).whole();
    }

    @Override
    public List<Event> events(Draft draft) {
        return new MessagesReply(draft).events();
    }

    @Override
    public ObjectNode error(int status, String message, String requestId) {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("type", "error");
        error.putObject("error").put("type", kind(status)).put("message", message);
        return error.put("request_id", requestId);
    }

    @Override
    public String requestIdHeader() {
        return "request-id";
    }

    private static String kind(int status) {
        return switch (status) {
            case 400 -> "invalid_request_error";
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 529 -> "overloaded_error";
            default -> "api_error";
        };
    }
}

package dev.alfred.local.model.openai;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.Protocol;
import dev.alfred.local.model.protocol.UnreadableRequest;

/** OpenAI's Responses API, which Codex speaks. */
public final class ResponsesProtocol implements Protocol {

    @Override
    public ModelRequest read(JsonNode body) throws UnreadableRequest {
        return ResponsesRequest.read(body);
    }

    @Override
    public ObjectNode whole(Draft draft) {
        return new ResponsesReply(draft).whole();
    }

    @Override
    public List<Event> events(Draft draft) {
        return new ResponsesStream(new ResponsesReply(draft)).events();
    }

    @Override
    public ObjectNode error(int status, String message, String requestId) {
        return OpenAiError.of(status, message);
    }

    @Override
    public String requestIdHeader() {
        return "x-request-id";
    }
}

package dev.alfred.local.model.openai;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.Event;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.Protocol;
import dev.alfred.local.model.protocol.UnreadableRequest;

/** OpenAI's Chat Completions API, which OpenCode, Copilot and Grok Build speak to a model of one's own. */
public final class ChatProtocol implements Protocol {

    @Override
    public ModelRequest read(JsonNode body) throws UnreadableRequest {
        return ChatRequest.read(body);
    }

    @Override
    public ObjectNode whole(Draft draft) {
        return new ChatReply(draft).whole();
    }

    @Override
    public List<Event> events(Draft draft) {
        return new ChatReply(draft).events();
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

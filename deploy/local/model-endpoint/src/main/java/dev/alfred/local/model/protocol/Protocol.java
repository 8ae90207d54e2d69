package dev.alfred.local.model.protocol;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How one model API reads a request into a conversation, and in which shapes it writes a reply. */
public interface Protocol {

    /** Lenient: what isn't understood is left out. */
    ModelRequest read(JsonNode body) throws UnreadableRequest;

    ObjectNode whole(Draft draft);

    /** The same reply as a stream, in order. */
    List<Event> events(Draft draft);

    ObjectNode error(int status, String message, String requestId);

    /** The header that names a request. */
    String requestIdHeader();
}

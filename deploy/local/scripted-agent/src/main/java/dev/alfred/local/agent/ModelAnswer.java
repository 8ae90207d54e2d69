package dev.alfred.local.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What asking the model gave: a message, an error status of its API, or nothing at all. */
interface ModelAnswer {
    record Message(ObjectNode message) implements ModelAnswer {
        JsonNode content() {
            return message.path("content");
        }
    }

    record Failure(int status, String detail) implements ModelAnswer {}

    record Unreachable() implements ModelAnswer {}
}

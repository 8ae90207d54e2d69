package dev.alfred.local.model.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A tool that the client offers, with the JSON schema of its input. */
public record Tool(String name, JsonNode schema) {

    /** Codex' shell else answers before a longer command has ended. */
    private static final int LONGEST_YIELD = 30_000;

    /** The input that runs a command, with whatever else the schema demands filled in. */
    public ObjectNode running(String command, String purpose) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        JsonNode properties = schema.path("properties");
        for (JsonNode required : schema.path("required")) {
            fill(input, required.asText(), properties.path(required.asText()));
        }
        String argument = properties.has("cmd") ? "cmd" : "command";
        if (properties.path(argument).path("type").asText().equals("array")) {
            input.putArray(argument).add("bash").add("-lc").add(command);
        } else {
            input.put(argument, command);
        }
        if (properties.has("description")) {
            input.put("description", purpose);
        }
        if (properties.has("yield_time_ms")) {
            input.put("yield_time_ms", LONGEST_YIELD);
        }
        return input;
    }

    private static void fill(ObjectNode input, String name, JsonNode property) {
        switch (property.path("type").asText()) {
            case "boolean" -> input.put(name, false);
            case "number", "integer" -> input.put(name, 5_000);
            case "array" -> input.putArray(name);
            default -> input.put(name, property.path("enum").path(0).asText("scripted"));
        }
    }
}

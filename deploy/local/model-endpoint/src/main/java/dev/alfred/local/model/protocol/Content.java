package dev.alfred.local.model.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/** Content that may be a text, or an array of blocks with texts. */
public final class Content {

    private Content() {}

    public static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content) {
            text.append(block.path("text").asText("")).append('\n');
        }
        return text.toString();
    }
}

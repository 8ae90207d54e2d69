package dev.alfred.runner.adapter.claude;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * What matters of one line of a transcript; the rest is skipped without being kept.
 *
 * @param parent the id of the record before it in the conversation, or null
 * @param session null where the record names none
 * @param aside whether it belongs to a sub-agent's conversation
 * @param relayed whether it only hands a tool's output or a note of the CLI to the model
 */
record TranscriptRecord(String type, String id, String parent, String session, boolean aside, boolean relayed) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Whether somebody (not a tool) said something to the model here. */
    boolean prompt() {
        return "user".equals(type) && !aside && !relayed;
    }

    boolean fromUser() {
        return "user".equals(type) && !aside;
    }

    boolean fromModel() {
        return "assistant".equals(type) && !aside;
    }

    /** Reads one line; an {@link IOException} means that it is no JSON object. */
    static TranscriptRecord parse(byte[] line) throws IOException {
        Builder read = new Builder();
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("a record is a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                read.field(field, parser);
            }
            if (parser.nextToken() != null) {
                throw new IOException("a record is one JSON object");
            }
        }
        return new TranscriptRecord(
                read.type,
                read.id,
                read.parent != null ? read.parent : read.logicalParent,
                read.session,
                read.aside,
                read.relayed);
    }

    private static final class Builder {
        private String type;
        private String id;
        private String parent;
        private String logicalParent;
        private String session;
        private boolean aside;
        private boolean relayed;

        private void field(String name, JsonParser parser) throws IOException {
            switch (name) {
                case "type" -> type = parser.getValueAsString();
                case "uuid" -> id = parser.getValueAsString();
                case "parentUuid" -> parent = parser.getValueAsString();
                case "logicalParentUuid" -> logicalParent = parser.getValueAsString();
                case "sessionId" -> session = parser.getValueAsString();
                case "isSidechain" -> aside = parser.currentToken() == JsonToken.VALUE_TRUE;
                case "isMeta" -> relayed |= parser.currentToken() == JsonToken.VALUE_TRUE;
                case "message" -> message(parser);
                default -> {}
            }
            parser.skipChildren();
        }

        private void message(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("content") && parser.currentToken() == JsonToken.START_ARRAY) {
                    content(parser);
                } else {
                    parser.skipChildren();
                }
            }
        }

        private void content(JsonParser parser) throws IOException {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    block(parser);
                }
            }
        }

        private void block(JsonParser parser) throws IOException {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("type") && "tool_result".equals(parser.getValueAsString())) {
                    relayed = true;
                }
                parser.skipChildren();
            }
        }
    }
}

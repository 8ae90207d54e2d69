package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** Parses a webhook's JSON, and takes the connection's secrets out of what is kept of it. */
final class PayloadJson {
    private static final int MOST_LEVELS = 500;
    private static final TextNode MASK = TextNode.valueOf("***");

    /** Older versions of Gitea send the hook's secret in this field. */
    private static final String SECRET_FIELD = "secret";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(BodyReader.MOST_BYTES)
                            .maxNestingDepth(MOST_LEVELS)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PayloadJson() {}

    static Optional<JsonNode> parse(byte[] payload) {
        try {
            return Optional.of(MAPPER.readTree(payload)).filter(node -> !node.isMissingNode());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The payload as it is kept: the same bytes, unless there is a secret in them. */
    static byte[] withoutSecrets(byte[] payload, JsonNode parsed, List<String> secrets) {
        JsonNode copy = parsed.deepCopy();
        boolean masked = copy instanceof ObjectNode object && maskField(object);
        if (!(mask(copy, secrets) | masked)) {
            return payload;
        }
        try {
            return MAPPER.writeValueAsBytes(copy);
        } catch (IOException e) {
            throw new IllegalStateException("parsed JSON can't be written again", e);
        }
    }

    private static boolean maskField(ObjectNode object) {
        if (!object.path(SECRET_FIELD).isTextual()) {
            return false;
        }
        object.set(SECRET_FIELD, MASK);
        return true;
    }

    private static boolean mask(JsonNode node, List<String> secrets) {
        boolean masked = false;
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (isSecret(field.getValue(), secrets)) {
                    field.setValue(MASK);
                    masked = true;
                }
                masked |= mask(field.getValue(), secrets);
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (isSecret(array.get(i), secrets)) {
                    array.set(i, MASK);
                    masked = true;
                }
                masked |= mask(array.get(i), secrets);
            }
        }
        return masked;
    }

    private static boolean isSecret(JsonNode node, List<String> secrets) {
        return node.isTextual() && secrets.contains(node.textValue());
    }
}

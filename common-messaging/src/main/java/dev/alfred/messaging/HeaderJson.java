package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.alfred.contracts.ContractJson;

/** Record headers as they lie in a table's text column. */
final class HeaderJson {

    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

    private HeaderJson() {}

    static String write(Map<String, String> headers) {
        return new String(MessageCodec.encode(headers), StandardCharsets.UTF_8);
    }

    static Map<String, String> read(String json) {
        try {
            return ContractJson.mapper().readValue(json, HEADERS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("stored headers are no JSON object", e);
        }
    }
}

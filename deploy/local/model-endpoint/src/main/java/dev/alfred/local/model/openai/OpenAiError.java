package dev.alfred.local.model.openai;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The error body that both of OpenAI's protocols share. */
final class OpenAiError {

    private OpenAiError() {}

    static ObjectNode of(int status, String message) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", type(status))
                .putNull("param")
                .put("code", code(status));
        return body;
    }

    private static String type(int status) {
        return switch (status) {
            case 429 -> "rate_limit_error";
            case 400, 401, 403, 404, 413, 422 -> "invalid_request_error";
            default -> "server_error";
        };
    }

    private static String code(int status) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 403 -> "permission_denied";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            case 400, 413, 422 -> "invalid_request";
            default -> "server_error";
        };
    }
}

package dev.alfred.local.model.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Commands a scripted agent gives its shell tool. */
final class Shell {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Shell() {}

    /** A word that the shell takes as it is. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Writes a JSON document to a file, whatever characters it holds. */
    static String writing(String file, JsonNode json) {
        String path = quoted(file);
        return "mkdir -p \"$(dirname " + path + ")\" && cat > " + path + " <<'RESULT_ENDS_HERE'\n" + pretty(json)
                + "\nRESULT_ENDS_HERE\necho \"wrote $(wc -c < " + path + ") bytes\"";
    }

    private static String pretty(JsonNode json) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

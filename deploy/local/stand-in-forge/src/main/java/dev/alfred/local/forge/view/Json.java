package dev.alfred.local.forge.view;

import java.util.Collection;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Building blocks for answers and payloads in Forgejo's shape. */
public final class Json {

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static <T> ArrayNode array(Collection<T> items, Function<T, ? extends JsonNode> view) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(view.apply(item)));
        return array;
    }

    public static ArrayNode texts(Collection<String> items) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(array::add);
        return array;
    }

    /** An instant, or null for what has not happened. */
    public static String time(java.time.Instant at) {
        return at == null ? null : at.toString();
    }
}

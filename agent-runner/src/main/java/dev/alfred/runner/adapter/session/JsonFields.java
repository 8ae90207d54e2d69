package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * The few values of a JSON object that somebody asked for, by path: {@code /payload/id}, and {@code
 * /message/content[]/type} for each element of an array. The rest is skipped without being kept, so that a record of any
 * size costs no more than its bytes.
 */
public final class JsonFields {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int LONGEST_VALUE = 10_000;
    private static final int MOST_VALUES = 10_000;

    private final Set<String> wanted;
    private final Map<String, List<String>> found = new HashMap<>();
    private int values;

    private JsonFields(Set<String> wanted) {
        this.wanted = wanted;
    }

    /** An {@link IOException} means that the line is no JSON object, or one that asks for too much. */
    public static JsonFields of(byte[] line, Set<String> wanted) throws IOException {
        JsonFields fields = new JsonFields(wanted);
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("a record is a JSON object");
            }
            fields.object("", parser);
            if (parser.nextToken() != null) {
                throw new IOException("a record is one JSON object");
            }
        }
        return fields;
    }

    /** The value at that path, the last one where there are several; null where there is none. */
    public String text(String path) {
        List<String> all = found.get(path);
        return all == null ? null : all.getLast();
    }

    public boolean has(String path, String value) {
        return found.getOrDefault(path, List.of()).contains(value);
    }

    private void object(String path, JsonParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = path + "/" + parser.currentName();
            parser.nextToken();
            value(field, parser);
        }
    }

    private void value(String path, JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                if (leadsOn(path + "/")) {
                    object(path, parser);
                } else {
                    parser.skipChildren();
                }
            }
            case START_ARRAY -> {
                if (leadsOn(path + "[]")) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        value(path + "[]", parser);
                    }
                } else {
                    parser.skipChildren();
                }
            }
            case VALUE_NULL -> {}
            default -> keep(path, parser);
        }
    }

    private void keep(String path, JsonParser parser) throws IOException {
        if (!wanted.contains(path)) {
            return;
        }
        if (parser.getTextLength() > LONGEST_VALUE || ++values > MOST_VALUES) {
            throw new IOException("a record's fields are out of all proportion");
        }
        found.computeIfAbsent(path, any -> new ArrayList<>()).add(parser.getText());
    }

    private boolean leadsOn(String prefix) {
        return wanted.stream().anyMatch(path -> path.startsWith(prefix));
    }
}

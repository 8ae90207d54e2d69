package dev.alfred.local.model.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One server-sent event.
 *
 * @param name empty where the protocol doesn't name its events
 */
public record Event(String name, String data) {

    public static Event named(String name, JsonNode data) {
        return new Event(name, data.toString());
    }

    public static Event unnamed(String data) {
        return new Event("", data);
    }

    public String written() {
        return (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + data + "\n\n";
    }
}

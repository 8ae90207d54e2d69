package dev.alfred.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads the requests that reached the scripted model: what the model was told is what counts as memory. */
public final class ModelWitness {
    private final RestApi model;

    public ModelWitness(String address) {
        this.model = RestApi.anonymous(address);
    }

    /** The bodies of all requests so far, in order of arrival. */
    public List<JsonNode> requests() {
        List<JsonNode> bodies = new ArrayList<>();
        JsonNode listed = model.get("/_script/requests?after=0");
        JsonNode entries = listed.isArray() ? listed : listed.path("items");
        for (JsonNode entry : entries) {
            bodies.add(model.get("/_script/requests/" + entry.get("id").asText()));
        }
        return bodies;
    }

    /** Whether a request for that run has reached the model by now. */
    public boolean asked(String run) {
        return requests().reversed().stream().anyMatch(body -> body.toString().contains("Alfred-Run: " + run));
    }

    /**
     * Whether a request that asked for {@code run} had the turns of all {@code earlier} runs before it in its
     * conversation: each one's prompt as a user turn, and an answer of the model after it.
     */
    public boolean remembers(String run, List<String> earlier) {
        return requests().stream()
                .map(ModelWitness::turns)
                .filter(turns -> promptOf(turns, run) >= 0)
                .anyMatch(turns -> earlier.stream().allMatch(before -> {
                    int asked = promptOf(turns, before);
                    return asked >= 0
                            && asked < promptOf(turns, run)
                            && turns.subList(asked, promptOf(turns, run)).stream()
                                    .anyMatch(turn -> turn.role().equals("assistant"));
                }));
    }

    private record Turn(String role, String text) {}

    private static int promptOf(List<Turn> turns, String run) {
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).role().equals("user") && turns.get(i).text().contains("Alfred-Run: " + run)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Turn> turns(JsonNode body) {
        return StreamSupport.stream(body.path("messages").spliterator(), false)
                .map(message -> new Turn(message.path("role").asText(), text(message.path("content"))))
                .toList();
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")).append('\n'));
        return text.toString();
    }
}

package dev.alfred.local.model.record;

import java.time.Instant;
import java.util.List;

/**
 * What is known of a request that reached the model, beside its body.
 *
 * @param status what it was answered with; 0 where it is never answered
 * @param turns of the conversation it carried
 * @param toolResults since the last prompt
 * @param marks the {@code MARK-…} words in its body
 */
public record RecordedRequest(
        long id,
        Instant at,
        String path,
        String model,
        boolean stream,
        boolean sideCall,
        int status,
        long bytes,
        int turns,
        int toolResults,
        List<String> marks,
        List<TurnDigest> said) {

    public RecordedRequest {
        marks = marks == null ? List.of() : List.copyOf(marks);
        said = said == null ? List.of() : List.copyOf(said);
    }

    /** A turn's text by length and SHA-256, so that one conversation can be compared with the next. */
    public record TurnDigest(String role, int length, String sha256) {}
}

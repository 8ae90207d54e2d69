package dev.alfred.contracts.runner;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * One line of JSON on a stage's standard output. Untrusted when read: bounded, validated, escaped.
 * The result comes last, in numbered parts.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunnerLine.Session.class, name = "session"),
    @JsonSubTypes.Type(value = RunnerLine.Tool.class, name = "tool"),
    @JsonSubTypes.Type(value = RunnerLine.Text.class, name = "text"),
    @JsonSubTypes.Type(value = RunnerLine.Used.class, name = "usage"),
    @JsonSubTypes.Type(value = RunnerLine.Log.class, name = "log"),
    @JsonSubTypes.Type(value = RunnerLine.Result.class, name = "result")
})
public sealed interface RunnerLine {
    /**
     * The CLI told its session's id, or the stage that a fresh one begins.
     *
     * @param id null while the CLI hasn't told the fresh one's; then there is a reason for it
     * @param resumeFallback why it is no resumed one although one was asked for, as decided in this stage, or null
     */
    record Session(String id, boolean resumed, ResumeFallback resumeFallback) implements RunnerLine {
        public Session(String id, boolean resumed) {
            this(id, resumed, null);
        }
    }

    record Tool(String name, String summary) implements RunnerLine {}

    record Text(String text) implements RunnerLine {}

    record Used(Usage usage) implements RunnerLine {}

    record Log(Stage stage, String level, String message) implements RunnerLine {}

    /**
     * A part of the stage's {@link StageResult} as JSON, base64-encoded.
     *
     * @param part counted from 1
     */
    record Result(Stage stage, int part, int of, String data) implements RunnerLine {}
}

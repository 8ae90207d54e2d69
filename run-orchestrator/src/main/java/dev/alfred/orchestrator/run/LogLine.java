package dev.alfred.orchestrator.run;

import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.Stage;

/** One line that a stage printed, read with suspicion: what can't be understood is just text. */
public final class LogLine {
    private static final int MAX_ID = 128;
    private static final int MAX_PARTS = 1024;
    private static final int MAX_PART = 256 * 1024;

    private LogLine() {}

    /**
     * The line as a message of the stage that printed it, if it is one: a part of another stage's result is just text,
     * whatever it says of itself.
     */
    public static Optional<RunnerLine> read(Stage printedBy, String text) {
        return read(text).filter(line -> !(line instanceof RunnerLine.Result part) || part.stage() == printedBy);
    }

    private static Optional<RunnerLine> read(String text) {
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(ContractJson.mapper().readValue(text, RunnerLine.class))
                    .filter(LogLine::plausible);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static boolean plausible(RunnerLine line) {
        return switch (line) {
            case RunnerLine.Session session ->
                session.id() == null
                        ? session.resumeFallback() != null
                        : !session.id().isBlank() && session.id().length() <= MAX_ID;
            case RunnerLine.Result result ->
                result.stage() != null
                        && result.data() != null
                        && result.data().length() <= MAX_PART
                        && result.of() >= 1
                        && result.of() <= MAX_PARTS
                        && result.part() >= 1
                        && result.part() <= result.of();
            case RunnerLine.Tool ignored -> true;
            case RunnerLine.Text ignored -> true;
            case RunnerLine.Used(Usage usage) -> usage != null && usage.plausible();
            case RunnerLine.Log ignored -> true;
        };
    }

    /** The line as people read it. */
    public static String text(String line) {
        return read(line).map(LogLine::text).orElse(line);
    }

    private static String text(RunnerLine line) {
        return switch (line) {
            case RunnerLine.Session(String id, boolean resumed, ResumeFallback fallback) ->
                (resumed ? "session resumed: " : "session begun: ")
                        + (id == null ? "its id is yet to be told" : id)
                        + (fallback == null ? "" : " (" + fallback.wire() + ")");
            case RunnerLine.Tool(String name, String summary) -> "tool " + name + ": " + orNothing(summary);
            case RunnerLine.Text(String text) -> orNothing(text);
            case RunnerLine.Used(Usage usage) ->
                "usage: %d tokens in, %d from the cache, %d out"
                        .formatted(usage.inputTokens(), usage.cachedInputTokens(), usage.outputTokens());
            case RunnerLine.Log(var stage, String level, String message) ->
                "%s %s: %s".formatted(stage == null ? "?" : stage.wire(), level, orNothing(message));
            // Its own stage's results are never kept: this is somebody's claim.
            case RunnerLine.Result(Stage stage, int part, int of, String ignored) ->
                "claims to be part %d of %d of %s's result".formatted(part, of, stage.wire());
        };
    }

    private static String orNothing(String text) {
        return text == null ? "" : text;
    }
}

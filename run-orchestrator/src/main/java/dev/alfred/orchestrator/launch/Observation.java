package dev.alfred.orchestrator.launch;

import java.util.List;
import java.util.Map;

import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;

/** How an attempt stands, as its launcher sees it. */
public sealed interface Observation {
    /**
     * New lines of the attempt's log, as printed by the stages: untrusted, bounded in length and number. Whose they are
     * is not.
     *
     * @param next the position to ask from next time; what it counts is the launcher's own affair
     * @param more whether lines beyond these were there already
     */
    record LogLines(List<Line> lines, long next, boolean more) {
        public LogLines {
            lines = List.copyOf(lines);
        }

        /** @param stage that printed it, by the word of whoever supervised that stage */
        public record Line(Stage stage, String text) {}

        public static LogLines none(long from) {
            return new LogLines(List.of(), from, false);
        }
    }

    /**
     * No stage has begun yet.
     *
     * @param reason what holds it up, in the vocabulary of waiting runs (unschedulable, volume_unavailable …), or null
     * @param detail one line for people, or null
     * @param overdue whether it has been held up for so long that it should be given up
     */
    record Starting(String reason, String detail, boolean overdue, LogLines log) implements Observation {
        /** Nothing holds it up that would be known of. */
        public static Starting soon(LogLines log) {
            return new Starting(null, null, false, log);
        }
    }

    /** @param ended the stages before it */
    record Running(Stage stage, Map<Stage, StageEnd> ended, LogLines log) implements Observation {
        public Running {
            ended = Map.copyOf(ended);
        }
    }

    /**
     * Nothing of it runs any more. A stage that is missing never began.
     *
     * @param cause what ended it from outside (cancelled, timeout, out_of_memory, runner_evicted, image_pull …), or
     *     {@code none} when its stages ended by themselves
     * @param detail one line for people, or null
     */
    record Ended(Map<Stage, StageEnd> stages, ExitReason cause, String detail, LogLines log) implements Observation {
        public Ended {
            stages = Map.copyOf(stages);
        }
    }

    /** It was here and is no more, or never began, and nothing of it can come back. */
    record Gone(String detail) implements Observation {}

    /** Not to be seen from here now: nothing is known of its end. */
    record Unreachable(String detail) implements Observation {}
}

package dev.alfred.local.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What goes wrong in one start. Taken from the file that {@code SCRIPTED_AGENT_SCENARIO} (or the system property of that
 * name) names: a line a start, the first line is used up where the file can be written; without one all goes well.
 *
 * @param argument what stands behind a colon, or empty
 */
record Scenario(Kind kind, String argument) {
    enum Kind {
        WELL,
        /** The session that is to be resumed is not known. */
        UNKNOWN_ID,
        /** A resume goes on under another id. */
        SESSION_CHANGED,
        /** A resume begins anew under the same id. */
        HISTORY_LOST,
        /** A resume adds to the file without continuing what is in it. */
        FORGETS,
        /** The transcript loses its end after the start. */
        TRUNCATED,
        /** The model's API answers with this status: {@code status:429}. */
        STATUS,
        UNREACHABLE,
        /** Nothing more comes after the first event. */
        HANG,
        /** As hang, and SIGTERM changes nothing. */
        STUBBORN,
        /** A gigabyte of output. */
        FLOOD,
        /** A line of ten megabytes. */
        LONG_LINE,
        /** It kills itself in the middle of a turn. */
        KILLED,
        SAVES_NOTHING,
        /** It ends with this status and no result: {@code exit:3}. */
        EXIT,
        /** Lines that are no JSON among the others. */
        GARBAGE,
        /** It leaves a process behind, in a session of its own. */
        ORPHAN,
        /** The model itself writes the words of a failed resume, and the start fails. */
        FEIGNED,
        /** It spends this many tokens: {@code tokens:1000000}. */
        TOKENS
    }

    static Scenario next() throws IOException {
        String named = System.getProperty("SCRIPTED_AGENT_SCENARIO", System.getenv("SCRIPTED_AGENT_SCENARIO"));
        if (named == null || !Files.isRegularFile(Path.of(named))) {
            return new Scenario(Kind.WELL, "");
        }
        Path file = Path.of(named);
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty()) {
            return new Scenario(Kind.WELL, "");
        }
        if (Files.isWritable(file)) {
            Files.write(file, lines.subList(1, lines.size()));
        }
        return parse(lines.get(0));
    }

    static Scenario parse(String line) {
        String[] parts = line.strip().split(":", 2);
        Kind kind = Kind.valueOf(parts[0].replace('-', '_').toUpperCase(Locale.ROOT));
        return new Scenario(kind, parts.length == 2 ? parts[1] : "");
    }

    boolean is(Kind other) {
        return kind == other;
    }
}

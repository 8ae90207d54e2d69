package dev.alfred.orchestrator.launch.local;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads attempts' logs from a line on, a bounded part at a time; remembers where lines lie, but needs no memory to work. */
final class LogTail {
    private static final int MOST_LINES = 2_000;
    private static final int MOST_BYTES = 2 * 1024 * 1024;

    private final Map<Path, Place> places = new ConcurrentHashMap<>();

    private record Place(long line, long offset) {
        private static final Place START = new Place(0, 0);
    }

    /** @param offset where it begins in the log, in bytes */
    record Line(long offset, String text) {}

    /**
     * @param next the line to read from next time
     * @param more whether lines beyond these were there already
     */
    record Part(List<Line> lines, long next, boolean more) {}

    /** @param whole whether a last line without an end counts too, since nothing will be added any more */
    Part read(Path log, long from, boolean whole) throws IOException {
        if (!Files.exists(log)) {
            return new Part(List.of(), from, false);
        }
        Place known = places.getOrDefault(log, Place.START);
        Place start = known.line() <= from ? known : Place.START;
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            channel.position(start.offset());
            Reading reading = new Reading(start, from, whole);
            boolean more = reading.take(new BufferedInputStream(Channels.newInputStream(channel), 64 * 1024));
            places.put(log, reading.place());
            return new Part(reading.lines, Math.max(from, reading.line), more);
        }
    }

    void forget(Path log) {
        places.remove(log);
    }

    private static final class Reading {
        private final List<Line> lines = new ArrayList<>();
        private final ByteArrayOutputStream current = new ByteArrayOutputStream();
        private final long from;
        private final boolean whole;
        private long line;
        private long offset;
        private int taken;

        private Reading(Place start, long from, boolean whole) {
            this.from = from;
            this.whole = whole;
            this.line = start.line();
            this.offset = start.offset();
        }

        /** Whether lines are left that did not fit. */
        private boolean take(InputStream in) throws IOException {
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (lines.size() == MOST_LINES || taken >= MOST_BYTES) {
                    return true;
                }
                if (next == '\n') {
                    end(1);
                } else if (line >= from) {
                    current.write(next);
                } else {
                    offset++;
                }
            }
            if (whole && current.size() > 0) {
                end(0);
            }
            return false;
        }

        private void end(int newline) {
            if (line >= from) {
                lines.add(new Line(offset, current.toString(StandardCharsets.UTF_8)));
                taken += current.size();
            }
            offset += current.size() + newline;
            current.reset();
            line++;
        }

        private Place place() {
            return new Place(line, offset);
        }
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a container's log as kubelets print it with times, line by line. What has no time in front is none of the
 * container's: kubelets write their own troubles there. Container runtimes keep a long line in pieces, and kubelets before
 * 1.26 print a time before each of them; these are taken out again.
 */
final class StampedLines {
    private static final int LONGEST = 1 << 20;
    private static final int PIECE = 16 * 1024;
    private static final int STAMP = 48;
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)) ");

    private final InputStream in;

    StampedLines(InputStream in) {
        this.in = in;
    }

    /** @param whole false for the last one where its end has not been printed yet */
    record Line(Instant time, String text, boolean whole) {}

    /** The next line; empty at the end. */
    Optional<Line> next() throws IOException {
        while (true) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int read = in.read();
            if (read < 0) {
                return Optional.empty();
            }
            while (read >= 0 && read != '\n') {
                if (bytes.size() < LONGEST) {
                    bytes.write(read);
                }
                read = in.read();
            }
            Optional<Line> line = line(bytes.toByteArray(), read >= 0);
            if (line.isPresent()) {
                return line;
            }
        }
    }

    private static Optional<Line> line(byte[] bytes, boolean whole) {
        Matcher stamp = stamp(bytes, 0);
        if (!stamp.lookingAt()) {
            return Optional.empty();
        }
        try {
            Instant time = OffsetDateTime.parse(stamp.group(1)).toInstant();
            return Optional.of(new Line(time, text(bytes, stamp.end()), whole));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String text(byte[] bytes, int from) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(bytes.length);
        int at = from;
        while (bytes.length - at > PIECE) {
            text.write(bytes, at, PIECE);
            at += PIECE;
            Matcher stamp = stamp(bytes, at);
            at += stamp.lookingAt() ? stamp.end() : 0;
        }
        text.write(bytes, at, bytes.length - at);
        return text.toString(StandardCharsets.UTF_8);
    }

    private static Matcher stamp(byte[] bytes, int at) {
        return TIME.matcher(new String(
                Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + STAMP)), StandardCharsets.ISO_8859_1));
    }
}

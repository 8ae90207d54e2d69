package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.vocabulary.Stage;
import org.jboss.logging.Logger;

/**
 * The one log of an attempt: what the stages print, line by line, and what the supervisor has to say. Bounded: a line of
 * any length or any number of lines does no harm, and the result, which comes last, has room kept for it.
 */
final class AttemptLog implements AutoCloseable {
    static final int LONGEST_LINE = 1024 * 1024;
    private static final long MOST = 64L * 1024 * 1024;
    private static final long MOST_WITH_RESULTS = MOST + 16L * 1024 * 1024;
    private static final byte[] RESULT = "{\"type\":\"result\"".getBytes(StandardCharsets.US_ASCII);
    private static final Logger LOG = Logger.getLogger(AttemptLog.class);

    private final OutputStream file;
    private long written;
    private boolean full;

    private AttemptLog(OutputStream file) {
        this.file = file;
    }

    static AttemptLog append(Path file) throws IOException {
        return new AttemptLog(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Takes a stage's standard output, to its end. */
    void follow(Stage stage, InputStream output) {
        pump(output, (bytes, length) -> {
            if (speaksFor(stage, new String(bytes, 0, length, StandardCharsets.UTF_8))) {
                line(bytes, length);
            } else {
                note(stage, "warn", "a line that names another stage is left out");
            }
        });
    }

    /** Which stage a line is from is known by whose output it came in, not by what it says. */
    private static boolean speaksFor(Stage stage, String line) {
        if (!line.startsWith("{")) {
            return true;
        }
        try {
            return switch (ContractJson.mapper().readValue(line, RunnerLine.class)) {
                case RunnerLine.Result result -> result.stage() == null || result.stage() == stage;
                case RunnerLine.Log log -> log.stage() == null || log.stage() == stage;
                case RunnerLine.Session ignored -> true;
                case RunnerLine.Tool ignored -> true;
                case RunnerLine.Text ignored -> true;
                case RunnerLine.Used ignored -> true;
                case null -> true;
            };
        } catch (JsonProcessingException e) {
            // No line of the protocol, for any reader: it is text.
            return true;
        }
    }

    /** Takes a stage's standard error, to its end, each line as a log line of its own. */
    void followErrors(Stage stage, InputStream errors) {
        pump(errors, (bytes, length) -> note(stage, "error", new String(bytes, 0, length, StandardCharsets.UTF_8)));
    }

    /** Says something as the supervisor. */
    void note(Stage stage, String level, String message) {
        try {
            byte[] json = ContractJson.mapper()
                    .writerFor(RunnerLine.class)
                    .writeValueAsBytes(new RunnerLine.Log(stage, level, message));
            line(json, json.length);
        } catch (IOException e) {
            LOG.warn("a log line can't be written: it is left out", e);
        }
    }

    private interface Line {
        void take(byte[] bytes, int length) throws IOException;
    }

    private static void pump(InputStream from, Line to) {
        byte[] chunk = new byte[16 * 1024];
        LineBuffer buffer = new LineBuffer();
        try (from) {
            for (int read = from.read(chunk); read >= 0; read = from.read(chunk)) {
                buffer.add(chunk, read, to);
            }
            buffer.end(to);
        } catch (IOException e) {
            LOG.warn("a stage's output can't be followed any more: what comes is lost", e);
        }
    }

    /** The line so far; beyond {@link #LONGEST_LINE} its rest is dropped. */
    private static final class LineBuffer {
        private final byte[] line = new byte[LONGEST_LINE];
        private int length;

        private void add(byte[] chunk, int read, Line to) throws IOException {
            for (int i = 0; i < read; i++) {
                if (chunk[i] == '\n') {
                    end(to);
                } else if (length < line.length) {
                    line[length++] = chunk[i];
                }
            }
        }

        private void end(Line to) throws IOException {
            if (length > 0) {
                to.take(line, length);
            }
            length = 0;
        }
    }

    private synchronized void line(byte[] bytes, int length) throws IOException {
        if (written + length > (startsResult(bytes, length) ? MOST_WITH_RESULTS : MOST)) {
            if (!full) {
                full = true;
                LOG.warn("the attempt's log is full: further lines but the result are dropped");
            }
            return;
        }
        byte[] whole = new byte[length + 1];
        System.arraycopy(bytes, 0, whole, 0, length);
        whole[length] = '\n';
        file.write(whole);
        written += whole.length;
    }

    private static boolean startsResult(byte[] bytes, int length) {
        return length >= RESULT.length && Arrays.equals(bytes, 0, RESULT.length, RESULT, 0, RESULT.length);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}

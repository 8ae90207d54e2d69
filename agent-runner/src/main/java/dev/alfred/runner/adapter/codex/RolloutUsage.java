package dev.alfred.runner.adapter.codex;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.session.JsonFields;

/**
 * What a start used so far, by its session's rollout as it grows: standard output tells usage at a turn's end only, and the
 * whole session's. Records of type {@code token_count} hold the session's totals, {@code token_usage_record} (from 0.169 on)
 * one answer's usage, also where the start is killed before the next totals.
 */
final class RolloutUsage implements AutoCloseable {
    private static final long MOST_BYTES = 1L << 30;
    private static final int LONGEST_LINE = 24 * 1024 * 1024;
    private static final String TOTAL = "/payload/info/total_token_usage/";
    private static final String ANSWER = "/payload/usage/";
    private static final Set<String> FIELDS = Set.of(
            "/type",
            "/payload/type",
            TOTAL + "input_tokens",
            TOTAL + "cached_input_tokens",
            TOTAL + "output_tokens",
            ANSWER + "input_tokens",
            ANSWER + "cached_input_tokens",
            ANSWER + "output_tokens");

    private final Path sessions;
    private final Map<Path, Long> sizesBefore = new HashMap<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private FileChannel rollout;
    private long sizeBefore;
    private long read;
    private boolean overlong;
    private Usage before = Usage.NOTHING;
    private Usage total = Usage.NOTHING;
    private Usage answers = Usage.NOTHING;

    /** To be made before the start: what is there by now is none of its. */
    RolloutUsage(Path sessions) {
        this.sessions = sessions;
        try {
            for (Path file : new Rollouts().files(sessions).keySet()) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    sizesBefore.put(file, Files.size(file));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen is told by standard output alone.
            sizesBefore.clear();
        }
    }

    /** What the session had used before the start; empty where its rollout can't be read. */
    Optional<Usage> before(String session) {
        return soFar(session).map(ignored -> before);
    }

    /** What the start has used by now, as far as the session's rollout tells. */
    Optional<Usage> soFar(String session) {
        try {
            if (rollout == null && !opened(session)) {
                return Optional.empty();
            }
            if (rollout.size() > MOST_BYTES) {
                return Optional.empty();
            }
            readOn();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
        return Optional.of(greater(difference(total, before), answers));
    }

    private boolean opened(String session) throws IOException {
        for (Map.Entry<Path, String> file : new Rollouts().files(sessions).entrySet()) {
            if (file.getValue().equals(session) && Files.isRegularFile(file.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                rollout = FileChannel.open(file.getKey(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                sizeBefore = sizesBefore.getOrDefault(file.getKey(), 0L);
                return true;
            }
        }
        return false;
    }

    private void readOn() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        while (rollout.read(buffer, read) > 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                read++;
                take(buffer.get());
            }
            buffer.clear();
        }
    }

    private void take(byte next) {
        if (next != '\n') {
            overlong |= line.size() >= LONGEST_LINE;
            if (!overlong) {
                line.write(next);
            }
            return;
        }
        if (!overlong) {
            record(line.toByteArray());
        }
        overlong = false;
        line.reset();
    }

    private void record(byte[] record) {
        JsonFields fields;
        try {
            fields = JsonFields.of(record, FIELDS);
        } catch (IOException e) {
            // The look at the state before a resume says what damage means.
            return;
        }
        boolean ofThisStart = read > sizeBefore;
        if ("token_count".equals(fields.text("/payload/type"))) {
            total = usage(fields, TOTAL).orElse(total);
            before = ofThisStart ? before : total;
        } else if ("token_usage_record".equals(fields.text("/type")) && ofThisStart) {
            answers = answers.plus(usage(fields, ANSWER).orElse(Usage.NOTHING));
        }
    }

    private static Optional<Usage> usage(JsonFields fields, String path) {
        if (fields.text(path + "input_tokens") == null) {
            return Optional.empty();
        }
        try {
            Usage counted = new Usage(
                    number(fields, path + "input_tokens"),
                    number(fields, path + "cached_input_tokens"),
                    number(fields, path + "output_tokens"),
                    null);
            return Optional.of(counted)
                    .filter(Usage::plausible)
                    .map(told -> of(told.inputTokens(), told.cachedInputTokens(), told.outputTokens()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(JsonFields fields, String path) {
        String text = fields.text(path);
        return text == null ? 0 : Long.parseLong(text);
    }

    /** Cached input is part of the input here. */
    static Usage of(long input, long cached, long output) {
        return new Usage(Math.max(0, input - cached), cached, output, null);
    }

    /** A total below the earlier one is a new count. */
    static Usage difference(Usage total, Usage before) {
        return total.inputTokens() < before.inputTokens()
                        || total.cachedInputTokens() < before.cachedInputTokens()
                        || total.outputTokens() < before.outputTokens()
                ? total
                : new Usage(
                        total.inputTokens() - before.inputTokens(),
                        total.cachedInputTokens() - before.cachedInputTokens(),
                        total.outputTokens() - before.outputTokens(),
                        null);
    }

    private static Usage greater(Usage one, Usage other) {
        return one.totalTokens() >= other.totalTokens() ? one : other;
    }

    @Override
    public void close() {
        if (rollout == null) {
            return;
        }
        try {
            rollout.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a file that was only read can't be closed", e);
        }
    }
}

package dev.alfred.runner.adapter.copilot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.session.Usage;
import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.files.UntrustedFile;

/**
 * What a start used, call by call, by what it appended to the sessions' logs: on standard output Copilot tells no tokens.
 * The logs are untrusted: no link is followed, and no more is read than a run can have written in earnest.
 */
final class RecordedUsage {
    private static final int LONGEST_RECORD = 64 * 1024;
    private static final long MOST_BYTES = 1L << 30;
    private static final int CHUNK = 64 * 1024;
    private static final String INPUT = "/data/usage/inputTokens";
    private static final String CACHED = "/data/usage/cacheReadTokens";
    private static final String OUTPUT = "/data/usage/outputTokens";
    private static final Set<String> FIELDS = Set.of("/type", INPUT, CACHED, OUTPUT);

    private final Path state;
    private final Map<Path, Long> offsets = new HashMap<>();
    private long bytesLeft = MOST_BYTES;
    private Usage used = Usage.NOTHING;

    /** Made before the start: what the logs hold already is none of its usage. */
    RecordedUsage(Path state) {
        this.state = state;
        offsets.putAll(sizes());
    }

    /** What was used until now. */
    Usage used() {
        sizes().forEach((log, size) -> {
            if (size > offsets.getOrDefault(log, 0L)) {
                readOn(log);
            }
        });
        return used;
    }

    private Map<Path, Long> sizes() {
        Map<Path, Long> sizes = new HashMap<>();
        try {
            for (Path log : EventLogs.logs(state).keySet()) {
                BasicFileAttributes file =
                        Files.readAttributes(log, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (file.isRegularFile()) {
                    sizes.put(log, file.size());
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // The agent is at work there: what can't be seen now is looked for again.
            return sizes;
        }
        return sizes;
    }

    /** Reads whole lines; one that is still being written is left for the next look. */
    private void readOn(Path log) {
        try (InputStream in = UntrustedFile.open(log)) {
            in.skipNBytes(offsets.getOrDefault(log, 0L));
            Record record = new Record();
            byte[] chunk = new byte[CHUNK];
            int size = in.read(chunk, 0, (int) Math.min(CHUNK, bytesLeft));
            while (size > 0) {
                bytesLeft -= size;
                int begin = 0;
                for (int at = 0; at < size; at++) {
                    if (chunk[at] == '\n') {
                        record.grow(chunk, begin, at + 1);
                        take(log, record);
                        record = new Record();
                        begin = at + 1;
                    }
                }
                record.grow(chunk, begin, size);
                size = in.read(chunk, 0, (int) Math.min(CHUNK, bytesLeft));
            }
        } catch (IOException e) {
            // As above: what was read counts.
            return;
        }
    }

    private void take(Path log, Record record) {
        if (record.length <= LONGEST_RECORD) {
            recorded(record.bytes.toByteArray()).ifPresent(usage -> used = used.plus(usage));
        }
        offsets.merge(log, record.length, Long::sum);
    }

    /** A line as far as it was read; of one that is too long, its length alone goes on. */
    private static final class Record {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long length;

        void grow(byte[] chunk, int begin, int end) {
            length += end - begin;
            if (length <= LONGEST_RECORD) {
                bytes.write(chunk, begin, end - begin);
            }
        }
    }

    private static Optional<Usage> recorded(byte[] line) {
        try {
            JsonFields fields = JsonFields.of(line, FIELDS);
            if (!"session.usage_record".equals(fields.text("/type"))) {
                return Optional.empty();
            }
            long cached = tokens(fields, CACHED);
            // Its input tokens hold those that were read from the cache.
            Usage usage = new Usage(Math.max(0, tokens(fields, INPUT) - cached), cached, tokens(fields, OUTPUT), null);
            return Optional.of(usage).filter(Usage::plausible);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long tokens(JsonFields fields, String path) {
        String tokens = fields.text(path);
        return tokens == null ? 0 : Long.parseLong(tokens);
    }
}

package dev.alfred.runner.adapter.session;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import dev.alfred.runner.files.Hashes;
import dev.alfred.runner.files.UntrustedFile;

/**
 * A session's log, read once from an offset to its end in bounded memory.
 *
 * @param size in bytes, from the file's beginning
 * @param records lines read
 * @param sha256 of the bytes read
 * @param anchors ids since the last prompt: what a continued conversation can hang on
 * @param parents parent by id, of the records read
 * @param firstWords the id of the first record on the user's side, or null
 * @param defect why it is no sound log of that session, or null
 */
public record SessionLog(
        long size,
        long records,
        String sha256,
        boolean userSpoke,
        boolean modelSpoke,
        Set<String> anchors,
        Map<String, String> parents,
        String firstWords,
        String defect) {
    /** Beyond any limit of a state, which is checked before the next start. */
    private static final long MOST_BYTES = 4L << 30;

    private static final int LONGEST_LINE = 24 * 1024 * 1024;
    private static final int MOST_RECORDS = 2_000_000;
    /** Of a conversation: what is kept of them has to fit into the memory of a stage. */
    private static final int MOST_IDS = 200_000;

    private static final int LONGEST_ID = 100;

    /** Whether the file is too large to be one. */
    public static boolean outsized(Path file) throws IOException {
        return Files.size(file) > MOST_BYTES;
    }

    /** Reads the whole file. */
    public static SessionLog read(RecordReader format, Path file, String session) throws IOException {
        return read(format, file, session, 0);
    }

    /** Reads what lies behind the offset. */
    public static SessionLog read(RecordReader format, Path file, String session, long offset) throws IOException {
        try (InputStream in = new BufferedInputStream(UntrustedFile.open(file), 128 * 1024)) {
            in.skipNBytes(offset);
            Reading reading = new Reading(format, session);
            reading.all(in);
            return reading.done(offset);
        }
    }

    /** Whether the file still begins with what it held then. */
    public static boolean keeps(Path file, FileMark then) throws IOException {
        return prefix(file, then.size()).equals(Optional.of(then.sha256()));
    }

    /** SHA-256 of the file's first bytes, or empty when it has fewer. */
    private static Optional<String> prefix(Path file, long size) throws IOException {
        MessageDigest digest = Hashes.sha256();
        try (InputStream in = UntrustedFile.open(file)) {
            byte[] buffer = new byte[128 * 1024];
            long left = size;
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    return Optional.empty();
                }
                digest.update(buffer, 0, read);
                left -= read;
            }
        }
        return Optional.of(Hashes.hex(digest));
    }

    /** What is recorded of a log that was read from its beginning. */
    public FileMark mark(String path) {
        return new FileMark(path, size, records, sha256);
    }

    /** Whether the record's chain of parents leads back to one of those ids. */
    boolean leadsTo(String record, Set<String> earlier) {
        String at = record;
        for (int steps = 0; at != null && steps <= parents.size(); steps++) {
            String parent = parents.get(at);
            if (parent != null && earlier.contains(parent)) {
                return true;
            }
            at = parent;
        }
        return false;
    }

    private static final class Reading {
        private final RecordReader format;
        private final String session;
        private final MessageDigest digest = Hashes.sha256();
        private final Set<String> anchors = new HashSet<>();
        private final Map<String, String> parents = new HashMap<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private long bytes;
        private long records;
        private boolean userSpoke;
        private boolean modelSpoke;
        private String firstWords;
        private String defect;

        Reading(RecordReader format, String session) {
            this.format = format;
            this.session = session;
        }

        void all(InputStream in) throws IOException {
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                bytes += read;
                int from = 0;
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        line.write(buffer, from, i - from);
                        record();
                        from = i + 1;
                    }
                }
                line.write(buffer, from, read - from);
                if (line.size() > LONGEST_LINE) {
                    flaw("a record is too long");
                    line.reset();
                }
            }
            if (line.size() > 0) {
                flaw("the last record is cut off");
            }
        }

        private void record() {
            records++;
            try {
                note(format.read(line.toByteArray()));
            } catch (IOException e) {
                flaw("record %d is damaged".formatted(records));
            }
            line.reset();
        }

        private void note(SessionRecord record) {
            if (records > MOST_RECORDS) {
                flaw("it holds too many records");
                return;
            }
            if (record.session() != null && !record.session().equals(session)) {
                flaw("record %d belongs to another session".formatted(records));
            }
            userSpoke |= record.fromUser();
            modelSpoke |= record.fromModel();
            if (record.id() == null || record.aside()) {
                return;
            }
            if (parents.size() >= MOST_IDS || longer(record.id()) || longer(record.parent())) {
                flaw("it holds more of a conversation than there can be");
                return;
            }
            parents.put(record.id(), record.parent());
            if (record.prompt()) {
                anchors.clear();
            }
            if (record.fromUser() && firstWords == null) {
                firstWords = record.id();
            }
            anchors.add(record.id());
        }

        private static boolean longer(String id) {
            return id != null && id.length() > LONGEST_ID;
        }

        private void flaw(String what) {
            defect = defect == null ? what : defect;
        }

        SessionLog done(long offset) {
            return new SessionLog(
                    offset + bytes,
                    records,
                    Hashes.hex(digest),
                    userSpoke,
                    modelSpoke,
                    anchors,
                    parents,
                    firstWords,
                    defect);
        }
    }
}

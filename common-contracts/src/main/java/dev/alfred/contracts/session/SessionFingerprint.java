package dev.alfred.contracts.session;

import java.util.List;

/**
 * What a session's state looked like when a run ended; the next resume proves itself against it.
 *
 * @param files one entry a file that belongs to the session, paths relative to the state directory
 */
public record SessionFingerprint(List<FileMark> files) {
    public SessionFingerprint {
        files = List.copyOf(files);
    }

    /**
     * @param size in bytes
     * @param records the number of records (lines, messages) in the file
     * @param sha256 hex, over the first {@code size} bytes
     */
    public record FileMark(String path, long size, long records, String sha256) {}
}

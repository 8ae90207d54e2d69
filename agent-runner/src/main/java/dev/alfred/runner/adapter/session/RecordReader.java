package dev.alfred.runner.adapter.session;

import java.io.IOException;

/** Reads one line of a session's log; an {@link IOException} means that it is no record. */
@FunctionalInterface
public interface RecordReader {
    SessionRecord read(byte[] line) throws IOException;
}

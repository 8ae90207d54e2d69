package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** How a CLI keeps each session in one file of JSON lines that it only appends to. */
public interface SessionLogFormat extends RecordReader {
    /**
     * The session files below a state directory with the ids that their places stand for. Links and other oddities under
     * such a name are listed too; directories that are links are not entered.
     */
    Map<Path, String> files(Path state) throws IOException;

    /** Whether a record of the conversation names the one before it. */
    boolean linked();
}

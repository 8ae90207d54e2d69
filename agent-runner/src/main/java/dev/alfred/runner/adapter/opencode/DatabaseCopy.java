package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import dev.alfred.runner.files.Trees;
import dev.alfred.runner.files.UntrustedFile;

/** A database and its write-ahead log, copied into a directory of this program's own. What can't be read is an {@link IOException}. */
record DatabaseCopy(Path directory) {
    private static final String NAME = "copy.db";
    private static final long MOST_BYTES = 1L << 30;

    /** The place of copies is full, or can't be written: nothing is said by that of what was to be copied. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failed(Throwable cause) {
            super("the database can't be copied to be looked at: " + cause.getMessage(), cause);
        }
    }

    /** Only while no process has it open: database and log are copied one after the other. */
    static DatabaseCopy of(Path database, Path scratch) throws IOException {
        DatabaseCopy copy = new DatabaseCopy(directory(scratch));
        try {
            copy(database, copy.database(), MOST_BYTES);
            Path log = database.resolveSibling(database.getFileName() + SessionDatabase.LOG);
            if (Files.exists(log, LinkOption.NOFOLLOW_LINKS)) {
                copy(log, copy.directory.resolve(NAME + SessionDatabase.LOG), MOST_BYTES - Files.size(copy.database()));
            }
            return copy;
        } catch (IOException | Failed e) {
            copy.remove();
            throw e;
        }
    }

    private static Path directory(Path scratch) {
        try {
            return Files.createTempDirectory(scratch, "alfred-opencode-");
        } catch (IOException e) {
            throw new Failed(e);
        }
    }

    private static void copy(Path from, Path to, long most) throws IOException {
        try (InputStream in = UntrustedFile.open(from);
                OutputStream out = created(to)) {
            byte[] buffer = new byte[128 * 1024];
            long left = most;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                left -= read;
                if (left < 0) {
                    throw new IOException("the database is too large");
                }
                write(out, buffer, read);
            }
        }
    }

    private static OutputStream created(Path file) {
        try {
            return Files.newOutputStream(file);
        } catch (IOException e) {
            throw new Failed(e);
        }
    }

    private static void write(OutputStream out, byte[] buffer, int length) {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw new Failed(e);
        }
    }

    Path database() {
        return directory.resolve(NAME);
    }

    void remove() throws IOException {
        Trees.remove(directory);
    }
}

package dev.alfred.sessions.state;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * A directory held open. Whatever is done to an entry is done relative to it and to the entry itself, never to what a
 * link leads to; names are the bytes that the file system gave, whether they are text or not.
 */
final class OpenDirectory implements Closeable {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final SecureDirectoryStream<Path> stream;
    private final Iterator<Path> entries;

    private OpenDirectory(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
        this.entries = stream.iterator();
    }

    /** Opens a directory whose path nobody else can change. */
    static OpenDirectory at(Path path) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(path);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new OpenDirectory(secure);
        }
        stream.close();
        throw new IOException("this file system can't be worked on relative to open directories");
    }

    /** Opens a directory in this one; a link is refused. Of an entry that others can replace, look first what it is. */
    OpenDirectory open(Path name) throws IOException {
        return new OpenDirectory(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    /** The next name in it, each at most once. */
    Optional<Path> next() throws IOException {
        try {
            return entries.hasNext() ? Optional.of(entries.next().getFileName()) : Optional.empty();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    PosixFileAttributes look(Path name) throws IOException {
        return stream.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    void unlink(Path name) throws IOException {
        stream.deleteFile(name);
    }

    void removeDirectory(Path name) throws IOException {
        stream.deleteDirectory(name);
    }

    void move(Path name, OpenDirectory to, Path newName) throws IOException {
        stream.move(name, to.stream, newName);
    }

    /** Opens a closed directory to its owner. Follows a link that takes its place in this very moment. */
    void unlock(Path name) throws IOException {
        stream.getFileAttributeView(name, PosixFileAttributeView.class).setPermissions(OWNER_ONLY);
    }

    /** Leaves it to that user alone, so that nobody who still holds it open can change what is in it. */
    void seize(UserPrincipal owner) throws IOException {
        PosixFileAttributeView self = stream.getFileAttributeView(PosixFileAttributeView.class);
        PosixFileAttributes now = self.readAttributes();
        if (!now.owner().equals(owner)) {
            self.setOwner(owner);
        }
        if (!now.permissions().equals(OWNER_ONLY)) {
            self.setPermissions(OWNER_ONLY);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import org.jboss.logging.Logger;

/**
 * Removes trees that an agent has made, without trusting a single name in them. Everything is done relative to open
 * directories, and no link is followed. Directories are not descended into but lifted up to the top, so that neither
 * depth nor long paths matter; an interruption leaves a smaller heap, which the next call goes on with.
 */
final class Trash {
    private static final Logger LOG = Logger.getLogger(Trash.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final int NAMES_AT_ONCE = 10_000;

    private final Path directory;

    Trash(Path directory) {
        this.directory = directory;
    }

    /** Removes all that can be removed. False when something is left. */
    boolean empty() {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try (SecureDirectoryStream<Path> top = open(directory)) {
            boolean progress = true;
            while (progress) {
                progress = false;
                for (Path name : names(directory)) {
                    progress |= removed(top, name);
                }
            }
            return names(directory).isEmpty();
        } catch (IOException e) {
            LOG.warnf("Removed state could not be cleared away, it is tried again: %s", e.getMessage());
            return false;
        }
    }

    /** Whether the entry went away; what stays is told of and tried again another time. */
    private boolean removed(SecureDirectoryStream<Path> top, Path name) {
        try {
            if (isDirectory(top, name)) {
                makeAccessible(top, name, directory.resolve(name));
                clear(top, name);
                top.deleteDirectory(name);
            } else {
                top.deleteFile(name);
            }
            return true;
        } catch (NoSuchFileException e) {
            // Another replica was quicker.
            return true;
        } catch (IOException e) {
            LOG.warnf("A piece of removed state stays for now, it is tried again: %s", e.getMessage());
            return false;
        }
    }

    /** Deletes the files of a directory and lifts its directories to the top. */
    private void clear(SecureDirectoryStream<Path> top, Path name) throws IOException {
        List<Path> batch;
        do {
            try (SecureDirectoryStream<Path> inside = top.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                batch = batch(inside);
                for (Path entry : batch) {
                    if (isDirectory(inside, entry)) {
                        makeAccessible(inside, entry, directory.resolve(name).resolve(entry));
                        inside.move(entry, top, Path.of(UUID.randomUUID().toString()));
                    } else {
                        inside.deleteFile(entry);
                    }
                }
            }
        } while (batch.size() == NAMES_AT_ONCE);
    }

    /** A directory can only be read and moved by an owner who may read and write it; files are never touched so. */
    private static void makeAccessible(SecureDirectoryStream<Path> parent, Path name, Path path) throws IOException {
        PosixFileAttributeView view =
                parent.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().permissions().containsAll(OWNER_ONLY)) {
            // By path, since a closed directory can't be opened to be changed. No agent reaches the trash.
            Files.setPosixFilePermissions(path, OWNER_ONLY);
        }
    }

    private static boolean isDirectory(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        return parent.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    private static List<Path> batch(DirectoryStream<Path> stream) {
        List<Path> names = new ArrayList<>();
        for (Path entry : stream) {
            names.add(entry.getFileName());
            if (names.size() == NAMES_AT_ONCE) {
                break;
            }
        }
        return names;
    }

    private static List<Path> names(Path directory) throws IOException {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            return batch(stream);
        }
    }

    private static SecureDirectoryStream<Path> open(Path directory) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this file system can't be worked on relative to open directories");
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.alfred.runner.files.Hashes;
import dev.alfred.runner.files.UntrustedFile;

/**
 * The safety check of a mailbox's session state before it is given to an agent: regular files and directories of the
 * worker's own, and not too many bytes. No link is followed.
 */
public final class StateGuard {
    private static final int MOST_ENTRIES = 200_000;
    private static final int MOST_REPORTED = 200;
    private static final long MOST_HASHED = 64L << 20;
    private static final int SETUID = 04000;
    private static final int SETGID = 02000;

    private StateGuard() {}

    /** @param objection why the state must not be used, or null; @param bytes of all regular files */
    public record Verdict(String objection, long bytes) {
        public boolean accepted() {
            return objection == null;
        }
    }

    public static Verdict inspect(Path directory, long maxBytes) throws IOException {
        Inspection inspection = new Inspection(directory, maxBytes, ownUid());
        Files.walkFileTree(directory, inspection);
        return new Verdict(inspection.objection, inspection.bytes);
    }

    /** Names, sizes and hashes of what is there, links and all, at most a couple of hundred; what is large is not read. */
    public static List<String> inventory(Path directory) throws IOException {
        List<String> found = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            private long left = MOST_HASHED;

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                boolean hashed = attributes.isRegularFile() && attributes.size() <= left;
                left -= hashed ? attributes.size() : 0;
                found.add(describe(directory.relativize(file), file, attributes, hashed));
                return found.size() < MOST_REPORTED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                found.add(directory.relativize(file) + " unreadable");
                return found.size() < MOST_REPORTED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }
        });
        return found;
    }

    private static String describe(Path name, Path file, BasicFileAttributes attributes, boolean hashed) {
        if (attributes.isSymbolicLink()) {
            return name + " link";
        }
        if (!attributes.isRegularFile()) {
            return name + " special";
        }
        if (!hashed) {
            return "%s %d not hashed".formatted(name, attributes.size());
        }
        try (InputStream in = UntrustedFile.open(file)) {
            return "%s %d %s".formatted(name, attributes.size(), Hashes.sha256(in));
        } catch (IOException e) {
            return "%s %d unreadable".formatted(name, attributes.size());
        }
    }

    private static int ownUid() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    private static final class Inspection extends SimpleFileVisitor<Path> {
        private final Path root;
        private final long maxBytes;
        private final int uid;
        private String objection;
        private long bytes;
        private int entries;

        Inspection(Path root, long maxBytes, int uid) {
            this.root = root;
            this.maxBytes = maxBytes;
            this.uid = uid;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
            return dir.equals(root) ? FileVisitResult.CONTINUE : check(dir, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            return check(file, attributes);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return object(file, "can't be read");
        }

        private FileVisitResult check(Path path, BasicFileAttributes attributes) throws IOException {
            if (++entries > MOST_ENTRIES) {
                return object(path, "is one entry too many");
            }
            if (attributes.isSymbolicLink()) {
                return object(path, "is a symbolic link");
            }
            if (attributes.isOther()) {
                return object(path, "is neither a file nor a directory");
            }
            Map<String, Object> unix = Files.readAttributes(path, "unix:uid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
            if ((Integer) unix.get("uid") != uid) {
                return object(path, "belongs to another user");
            }
            int mode = (Integer) unix.get("mode");
            // Volumes with an fsGroup set the group bit on directories.
            if ((mode & SETUID) != 0 || attributes.isRegularFile() && (mode & SETGID) != 0) {
                return object(path, "has a set-id bit");
            }
            if (attributes.isRegularFile()) {
                bytes += attributes.size();
                if ((Integer) unix.get("nlink") > 1) {
                    return object(path, "has more than one name");
                }
                if (bytes > maxBytes) {
                    return object(path, "exceeds the limit of %d bytes in all".formatted(maxBytes));
                }
            }
            return FileVisitResult.CONTINUE;
        }

        private FileVisitResult object(Path path, String why) {
            objection = "%s %s".formatted(root.relativize(path), why);
            return FileVisitResult.TERMINATE;
        }
    }
}

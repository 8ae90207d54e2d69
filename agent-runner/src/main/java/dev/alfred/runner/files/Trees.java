package dev.alfred.runner.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Work on directory trees that somebody else filled: no link is ever followed. */
public final class Trees {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    /** So that a path stays below the 4,096 bytes that the system takes, whatever the names. */
    private static final int DEEPEST = 8;

    private Trees() {}

    /** Writes a new file in place of whatever lies there; nothing that somebody else made is opened. */
    public static void replace(Path file, byte[] content) throws IOException {
        remove(file);
        Files.write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes all that is in the directory, and leaves the directory. */
    public static void empty(Path directory) throws IOException {
        emptyBut(directory, "");
    }

    /** Removes all that is in the directory but the entry of that name. */
    public static void emptyBut(Path directory, String kept) throws IOException {
        List<Path> entries;
        try (Stream<Path> listed = Files.list(directory)) {
            entries = listed.filter(entry -> !entry.getFileName().toString().equals(kept))
                    .toList();
        }
        for (Path entry : entries) {
            remove(entry);
        }
    }

    /** Removes the file, link or tree, if it is there. A tree of any depth is taken apart piece by piece, from its top. */
    public static void remove(Path entry) throws IOException {
        while (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(entry, new Removal(entry));
        }
    }

    /** Gives the owner back the right to write whatever it may read; an agent can do nothing with the rest. */
    public static void letOwnerWrite(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                permitWriting(dir);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    permitWriting(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void permitWriting(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        if (permissions.contains(PosixFilePermission.OWNER_READ) && permissions.add(PosixFilePermission.OWNER_WRITE)) {
            view.setPermissions(permissions);
        }
    }

    /** Removes what is not too deep, and lifts the rest up to the top, for another round. */
    private static final class Removal extends SimpleFileVisitor<Path> {
        private final Path top;
        private boolean lifted;

        Removal(Path top) {
            this.top = top;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
            Files.setPosixFilePermissions(dir, OWN);
            if (dir.getNameCount() - top.getNameCount() < DEEPEST) {
                return FileVisitResult.CONTINUE;
            }
            Files.move(dir, top.resolve(UUID.randomUUID().toString()));
            lifted = true;
            return FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(file);
            } else if (Files.getPosixFilePermissions(file).containsAll(OWN)) {
                throw failure;
            } else {
                Files.setPosixFilePermissions(file, OWN);
                Files.walkFileTree(file, this);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path dir, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (!lifted || !dir.equals(top)) {
                Files.delete(dir);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}

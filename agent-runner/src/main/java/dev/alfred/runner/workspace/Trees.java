package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Work on directory trees that somebody else filled: no link is ever followed. */
public final class Trees {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

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

    /** Removes the file, link or tree, if it is there. */
    public static void remove(Path entry) throws IOException {
        if (!Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(entry, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                Files.setPosixFilePermissions(dir, OWN);
                return FileVisitResult.CONTINUE;
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
                    remove(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

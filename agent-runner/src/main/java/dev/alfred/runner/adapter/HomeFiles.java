package dev.alfred.runner.adapter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

import dev.alfred.runner.files.Trees;

/** Puts files into an agent's home that nobody but its user can read. */
final class HomeFiles {
    private static final Set<StandardOpenOption> ANEW = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

    private HomeFiles() {}

    /** Makes real directories of all below the home that lead there. */
    private static void makeDirectories(Path home, Path directory) throws IOException {
        if (directory.equals(home)) {
            return;
        }
        makeDirectories(home, directory.getParent());
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            Trees.remove(directory);
            Files.createDirectory(directory);
        }
    }

    /** Replaces what lies there, and follows no link that an earlier start has put in a file's place. */
    static void write(Path home, Map<String, String> files) throws IOException {
        Files.createDirectories(home);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = home.resolve(file.getKey());
            makeDirectories(home, target.getParent());
            Trees.remove(target);
            try (SeekableByteChannel channel = Files.newByteChannel(
                    target, ANEW, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                ByteBuffer content = ByteBuffer.wrap(file.getValue().getBytes(StandardCharsets.UTF_8));
                while (content.hasRemaining()) {
                    channel.write(content);
                }
            }
        }
    }
}

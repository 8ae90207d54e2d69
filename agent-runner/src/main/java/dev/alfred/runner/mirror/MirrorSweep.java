package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.alfred.contracts.runner.MirrorFiles;
import dev.alfred.runner.files.Trees;

/**
 * Removes from a volume the mirrors that were last used before a moment: their projects may be gone, or sleep. What is in
 * use stays, and so does all that has not the name of a mirror.
 */
public final class MirrorSweep {
    private static final String REMOVED = ".removed-";
    private static final Pattern MIRROR =
            Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{16,64}");

    private final Path mirrors;
    private final Instant limit;
    private final List<String> removed = new ArrayList<>();
    private final List<IOException> resisting = new ArrayList<>();

    public MirrorSweep(Path mirrors, Instant limit) {
        this.mirrors = mirrors;
        this.limit = limit;
    }

    public void sweep() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> paths =
                Files.newDirectoryStream(mirrors, path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))) {
            paths.forEach(found::add);
        }
        for (Path path : found) {
            try {
                look(path, path.getFileName().toString());
            } catch (IOException e) {
                resisting.add(e);
            }
        }
    }

    public List<String> removed() {
        return List.copyOf(removed);
    }

    public List<IOException> resisting() {
        return List.copyOf(resisting);
    }

    private void look(Path path, String name) throws IOException {
        if (name.startsWith(REMOVED)) {
            clear(path);
        } else if (MIRROR.matcher(name).matches()) {
            removeUnlessUsed(path);
        }
    }

    private void removeUnlessUsed(Path mirror) throws IOException {
        Path use = mirror.resolve(MirrorFiles.USE);
        try (FileChannel channel = FileChannel.open(use, StandardOpenOption.WRITE)) {
            if (Files.getLastModifiedTime(use).toInstant().isBefore(limit)
                    && MirrorDirectory.locked(channel, false) != null) {
                takeAway(mirror);
            }
        } catch (NoSuchFileException e) {
            // A place that was made for a mirror, and none came.
            if (Files.getLastModifiedTime(mirror).toInstant().isBefore(limit)) {
                takeAway(mirror);
            }
        }
    }

    /** Out of the way first: whoever comes meanwhile finds no mirror, never half of one. */
    private void takeAway(Path mirror) throws IOException {
        Path away = mirror.resolveSibling(REMOVED + UUID.randomUUID());
        Files.move(mirror, away, StandardCopyOption.ATOMIC_MOVE);
        removed.add(mirror.getFileName().toString());
        clear(away);
    }

    /** The directory itself may be the node's, which made it: only what is in it is the worker's. */
    private static void clear(Path directory) throws IOException {
        Trees.empty(directory);
        Files.delete(directory);
    }
}

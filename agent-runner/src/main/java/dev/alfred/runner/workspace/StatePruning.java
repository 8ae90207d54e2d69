package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps a session state below its limit: from three quarters of it on, the oldest files that do not belong to the prior
 * session are removed. A database holds all sessions, the prior one too, and is one thing with the files beside it. Only
 * for state that has passed the safety check.
 */
public final class StatePruning {
    private static final Pattern DATABASE = Pattern.compile("(.+\\.db)(-wal|-shm|-journal)?");

    private StatePruning() {}

    private record Entry(Path path, long size, long changed) {}

    /**
     * @param prior the id of the session to resume, whose files stay whatever they are called, or null
     * @return what was removed
     */
    public static List<String> prune(Path directory, long maxBytes, long bytes, String prior) throws IOException {
        long most = maxBytes / 4 * 3;
        if (bytes <= most) {
            return List.of();
        }
        List<Entry> removable = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (prior == null || !belongs(directory.relativize(file), prior)) {
                    removable.add(new Entry(
                            file,
                            attributes.size(),
                            attributes.lastModifiedTime().toMillis()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        removable.sort(Comparator.comparingLong(Entry::changed));
        List<String> removed = new ArrayList<>();
        Set<Path> begun = new HashSet<>();
        long left = bytes;
        for (Entry entry : removable) {
            if (left <= most && !begun.contains(whole(entry.path()))) {
                continue;
            }
            begun.add(whole(entry.path()));
            Files.delete(entry.path());
            left -= entry.size();
            removed.add("%s %d".formatted(directory.relativize(entry.path()), entry.size()));
        }
        return removed;
    }

    private static boolean belongs(Path file, String prior) {
        return file.toString().contains(prior)
                || DATABASE.matcher(file.getFileName().toString()).matches();
    }

    /** What is removed as a whole with that file. */
    private static Path whole(Path file) {
        Matcher database = DATABASE.matcher(file.getFileName().toString());
        return database.matches() ? file.resolveSibling(database.group(1)) : file;
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps a session state below its limit: from three quarters of it on, the oldest sessions but the prior one are removed,
 * each as a whole, since a part of one can break what begins beside it. A database holds all sessions, the prior one too,
 * and is one thing with the files beside it. Only for state that has passed the safety check.
 */
public final class StatePruning {
    private static final Pattern DATABASE = Pattern.compile("(.+\\.db)(-wal|-shm|-journal)?");
    private static final Pattern SESSION =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private StatePruning() {}

    /** The files of one session, or of something else that is one thing. */
    private static final class Whole {
        private final List<Path> files = new ArrayList<>();
        private final List<Path> directories = new ArrayList<>();
        private long changed;
        private boolean kept;

        long changed() {
            return changed;
        }
    }

    /**
     * @param prior the id of the session to resume, whose files stay whatever they are called, or null
     * @return what was removed
     */
    public static List<String> prune(Path directory, long maxBytes, long bytes, String prior) throws IOException {
        long most = maxBytes / 4 * 3;
        if (bytes <= most) {
            return List.of();
        }
        List<String> removed = new ArrayList<>();
        long left = bytes;
        for (Whole oldest : removable(directory, prior)) {
            if (left <= most) {
                break;
            }
            for (Path file : oldest.files) {
                long size = Files.size(file);
                Files.delete(file);
                left -= size;
                removed.add("%s %d".formatted(directory.relativize(file), size));
            }
            for (Path emptied : oldest.directories) {
                Files.delete(emptied);
            }
        }
        return removed;
    }

    /** All but the prior session, the oldest first. */
    private static List<Whole> removable(Path directory, String prior) throws IOException {
        Map<String, Whole> wholes = new HashMap<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Path name = directory.relativize(file);
                Whole whole = wholes.computeIfAbsent(whole(name), any -> new Whole());
                whole.files.add(file);
                whole.changed =
                        Math.max(whole.changed, attributes.lastModifiedTime().toMillis());
                whole.kept |= prior != null && belongs(name, prior);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Path name = directory.relativize(dir);
                if (SESSION.matcher(name.toString()).find()) {
                    wholes.computeIfAbsent(whole(name), any -> new Whole())
                            .directories
                            .add(dir);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return wholes.values().stream()
                .filter(whole -> !whole.kept)
                .sorted(Comparator.comparingLong(Whole::changed))
                .toList();
    }

    private static boolean belongs(Path file, String prior) {
        return file.toString().contains(prior)
                || DATABASE.matcher(file.getFileName().toString()).matches();
    }

    /** What is removed as a whole with that file: all that bears a session's id, a database, or the file alone. */
    private static String whole(Path file) {
        Matcher session = SESSION.matcher(file.toString());
        if (session.find()) {
            return session.group();
        }
        Matcher database = DATABASE.matcher(file.getFileName().toString());
        return database.matches() ? file.resolveSibling(database.group(1)).toString() : file.toString();
    }
}

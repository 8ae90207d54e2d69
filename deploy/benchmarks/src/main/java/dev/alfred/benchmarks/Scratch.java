package dev.alfred.benchmarks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;

import dev.alfred.embedded.EmbeddedDatabase;

/**
 * A directory of one benchmark, which goes at the end with all that was opened for it, the latest first; also when the
 * benchmark is interrupted.
 */
public final class Scratch implements AutoCloseable {
    private final Workplace workplace;
    private final Path directory;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Thread interrupted = new Thread(this::closeAll, "benchmark-end");

    private Scratch(Workplace workplace, Path directory) {
        this.workplace = workplace;
        this.directory = directory;
    }

    public static Scratch of(Workplace workplace, String benchmark) throws IOException {
        Path parent = Files.createDirectories(workplace.home().resolve("benchmarks"));
        Scratch scratch = new Scratch(workplace, Files.createTempDirectory(parent, benchmark + "-"));
        Runtime.getRuntime().addShutdownHook(scratch.interrupted);
        scratch.opened(() -> remove(scratch.directory));
        return scratch;
    }

    public Path directory() {
        return directory;
    }

    /** A PostgreSQL that flushes each commit. */
    public EmbeddedDatabase postgres() {
        EmbeddedDatabase database = opened(EmbeddedDatabase.durable(0, directory.resolve("postgres")));
        if (!database.show("fsync").equals("on")) {
            throw new CannotMeasure("PostgreSQL runs without fsync.");
        }
        return database;
    }

    /** Takes over closing it. */
    public synchronized <T extends AutoCloseable> T opened(T closeable) {
        open.push(closeable);
        return closeable;
    }

    @Override
    public void close() {
        closeAll();
        Runtime.getRuntime().removeShutdownHook(interrupted);
    }

    private synchronized void closeAll() {
        while (!open.isEmpty()) {
            AutoCloseable next = open.pop();
            try {
                next.close();
            } catch (Exception e) {
                workplace.tell("alfred: something of the benchmark stays behind in " + directory + ": " + e);
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

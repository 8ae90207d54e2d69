package dev.alfred.benchmarks.sweep;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.embedded.EmbeddedBroker;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.TopicProvisioner;

/** A durable PostgreSQL, a broker and a mailbox-service that knows every mailbox, in a directory that goes at the end. */
final class Surroundings implements AutoCloseable {
    private final Workplace workplace;
    private final Path directory;
    /** What is to be closed, the latest first; also when the benchmark is interrupted. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private final Thread interrupted = new Thread(this::closeAll, "benchmark-end");
    private EmbeddedDatabase database;
    private EmbeddedBroker broker;
    private LivingMailboxes mailboxes;

    private Surroundings(Workplace workplace, Path directory) {
        this.workplace = workplace;
        this.directory = directory;
    }

    static Surroundings start(Workplace workplace) throws IOException {
        Path parent = Files.createDirectories(workplace.home().resolve("benchmarks"));
        Surroundings surroundings = new Surroundings(workplace, Files.createTempDirectory(parent, "sweep-"));
        Runtime.getRuntime().addShutdownHook(surroundings.interrupted);
        surroundings.opened(() -> remove(surroundings.directory));
        try {
            surroundings.start();
            return surroundings;
        } catch (IOException | RuntimeException e) {
            surroundings.close();
            throw e;
        }
    }

    private void start() throws IOException {
        workplace.tell("Starting PostgreSQL, with fsync, and a broker ...");
        database = EmbeddedDatabase.durable(0, directory.resolve("postgres"));
        opened(database);
        if (!show("fsync").equals("on")) {
            throw new CannotMeasure("PostgreSQL runs without fsync.");
        }
        broker = EmbeddedBroker.start(0, directory.resolve("kafka"), EmbeddedBroker.Durability.PAGE_CACHE);
        opened(broker);
        TopicProvisioner.provision(broker.bootstrapServers());
        mailboxes = LivingMailboxes.start();
        opened(mailboxes);
    }

    String show(String setting) {
        return database.show(setting);
    }

    /** A session-store with so many records, and so many directories, of which some have a record. */
    SweptStore store(String name, int records, int recordedDirectories, int directories) throws Exception {
        SweptStore store =
                new SweptStore(database, name, records, Files.createDirectory(directory.resolve(name)), mailboxes);
        opened(store);
        store.start(workplace.application("session-store"), broker.bootstrapServers());
        store.fill(recordedDirectories, directories);
        return store;
    }

    private synchronized void opened(AutoCloseable closeable) {
        open.push(closeable);
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

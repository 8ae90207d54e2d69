package dev.alfred.benchmarks.sweep;

import java.io.IOException;
import java.nio.file.Files;

import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.embedded.EmbeddedBroker;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.TopicProvisioner;

/** A durable PostgreSQL, a broker and a mailbox-service that knows every mailbox, in a directory that goes at the end. */
final class Surroundings implements AutoCloseable {
    private final Workplace workplace;
    private final Scratch scratch;
    private EmbeddedDatabase database;
    private EmbeddedBroker broker;
    private LivingMailboxes mailboxes;

    private Surroundings(Workplace workplace, Scratch scratch) {
        this.workplace = workplace;
        this.scratch = scratch;
    }

    static Surroundings start(Workplace workplace) throws IOException {
        Surroundings surroundings = new Surroundings(workplace, Scratch.of(workplace, "sweep"));
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
        database = scratch.postgres();
        broker = scratch.opened(
                EmbeddedBroker.start(0, scratch.directory().resolve("kafka"), EmbeddedBroker.Durability.PAGE_CACHE));
        TopicProvisioner.provision(broker.bootstrapServers());
        mailboxes = scratch.opened(LivingMailboxes.start());
    }

    String show(String setting) {
        return database.show(setting);
    }

    /** A session-store with so many records, and so many directories, of which some have a record. */
    SweptStore store(String name, int records, int recordedDirectories, int directories) throws Exception {
        SweptStore store = scratch.opened(new SweptStore(
                database,
                name,
                records,
                Files.createDirectory(scratch.directory().resolve(name)),
                mailboxes));
        store.start(workplace.application("session-store"), broker.bootstrapServers());
        store.fill(recordedDirectories, directories);
        return store;
    }

    @Override
    public void close() {
        scratch.close();
    }
}

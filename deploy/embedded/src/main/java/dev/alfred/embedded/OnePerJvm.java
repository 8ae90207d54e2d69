package dev.alfred.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * The database and the broker that all tests of one JVM share, started at first use and stopped with the JVM. Lives in
 * the system class loader, whatever loader asks, because Quarkus' test loaders come and go.
 */
final class OnePerJvm {

    static final String PASSWORD = "for-tests-only";

    private static EmbeddedDatabase database;
    private static EmbeddedBroker broker;

    private OnePerJvm() {}

    static synchronized String database() {
        if (database == null) {
            EmbeddedDatabase started = EmbeddedDatabase.fast();
            Map<ServiceDatabase, String> passwords = new EnumMap<>(ServiceDatabase.class);
            for (ServiceDatabase service : ServiceDatabase.values()) {
                passwords.put(service, PASSWORD);
            }
            DatabaseProvisioner.provision(started.jdbcUrl(), started.superuser(), started.password(), passwords);
            database = started;
        }
        return database.jdbcUrl();
    }

    static synchronized String broker() {
        if (broker == null) {
            try {
                Path data = Files.createTempDirectory("alfred-broker-");
                broker = EmbeddedBroker.start(0, data, EmbeddedBroker.Durability.PAGE_CACHE);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> removeBroker(data), "broker-stop"));
            } catch (IOException e) {
                throw new UncheckedIOException("no directory for the broker", e);
            }
            TopicProvisioner.provision(broker.bootstrapServers());
        }
        return broker.bootstrapServers();
    }

    static synchronized String stopBroker() {
        String address = broker();
        broker.close();
        return address;
    }

    static synchronized String restartBroker() {
        broker.restart();
        return broker.bootstrapServers();
    }

    private static void removeBroker(Path data) {
        broker.close();
        Directories.remove(data);
    }

    /** Calls a method of the one copy of this class that the system class loader holds, on behalf of that loader. */
    static String ask(String method) {
        Thread thread = Thread.currentThread();
        ClassLoader caller = thread.getContextClassLoader();
        ClassLoader system = ClassLoader.getSystemClassLoader();
        thread.setContextClassLoader(system);
        try {
            Method question =
                    Class.forName(OnePerJvm.class.getName(), true, system).getDeclaredMethod(method);
            question.setAccessible(true);
            return (String) question.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the shared test servers fail: " + method, e);
        } finally {
            thread.setContextClassLoader(caller);
        }
    }
}

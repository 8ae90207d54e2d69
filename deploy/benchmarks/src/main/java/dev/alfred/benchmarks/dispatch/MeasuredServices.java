package dev.alfred.benchmarks.dispatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.ServiceUnderTest;
import dev.alfred.benchmarks.Workplace;
import dev.alfred.benchmarks.dispatch.DispatchBenchmark.Extent;
import dev.alfred.embedded.DatabaseProvisioner;
import dev.alfred.embedded.EmbeddedBroker;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.ServiceDatabase;
import dev.alfred.embedded.TopicProvisioner;

/** A run-orchestrator that can be measured, and what it needs around it, all as processes of this machine. */
record MeasuredServices(EmbeddedDatabase database, ServiceUnderTest orchestrator) {
    private static final String PASSWORD = "for-this-benchmark-only";
    private static final List<String> JVM = List.of("-XX:+UseParallelGC", "-Xmx512m");
    private static final double NANOS = 1e9;

    static MeasuredServices start(Workplace workplace, Scratch scratch) throws IOException {
        Path directory = scratch.directory();
        EmbeddedDatabase database = scratch.postgres();
        DatabaseProvisioner.provision(
                database.jdbcUrl(),
                database.superuser(),
                database.password(),
                Map.of(ServiceDatabase.ORCHESTRATOR, PASSWORD, ServiceDatabase.SESSION, PASSWORD));
        EmbeddedBroker broker = scratch.opened(
                EmbeddedBroker.start(0, directory.resolve("kafka"), EmbeddedBroker.Durability.PAGE_CACHE));
        TopicProvisioner.provision(broker.bootstrapServers());
        GrantingForge forge = scratch.opened(GrantingForge.start());
        Map<String, String> sessions = settings(database, broker, ServiceDatabase.SESSION);
        sessions.put(
                "ALFRED_SESSIONS_STATE_DIRECTORY",
                Files.createDirectory(directory.resolve("state")).toString());
        sessions.put("ALFRED_SESSIONS_MAILBOX_SERVICE_URL", forge.url());
        sessions.put("ALFRED_SESSIONS_SWEEP_EVERY", "off");
        ServiceUnderTest store = scratch.opened(ServiceUnderTest.start(
                workplace.application("session-store"), sessions, directory.resolve("session-store.log"), JVM));
        Map<String, String> orchestrator = settings(database, broker, ServiceDatabase.ORCHESTRATOR);
        orchestrator.put("ALFRED_ORCHESTRATOR_SESSION_STORE_URL", store.url());
        orchestrator.put("ALFRED_ORCHESTRATOR_MAILBOX_SERVICE_URL", forge.url());
        orchestrator.put(
                "ALFRED_SECRETS_DIR",
                Files.createDirectory(directory.resolve("secrets")).toString());
        ServiceUnderTest measured = scratch.opened(ServiceUnderTest.start(
                workplace.application("deploy/measured-orchestrator"),
                orchestrator,
                directory.resolve("run-orchestrator.log"),
                JVM));
        return new MeasuredServices(database, measured);
    }

    private static Map<String, String> settings(
            EmbeddedDatabase database, EmbeddedBroker broker, ServiceDatabase service) {
        return new HashMap<>(Map.of(
                "QUARKUS_DATASOURCE_JDBC_URL",
                database.jdbcUrl(),
                "QUARKUS_DATASOURCE_USERNAME",
                service.role(),
                "QUARKUS_DATASOURCE_PASSWORD",
                PASSWORD,
                "KAFKA_BOOTSTRAP_SERVERS",
                broker.bootstrapServers(),
                "QUARKUS_LOG_LEVEL",
                "WARN"));
    }

    /** Runs a second. */
    double alfred(Extent extent) throws IOException {
        return perSecond(
                extent.runs(),
                "alfred?runs=%d&threads=%d&ahead=%d".formatted(extent.runs(), extent.threads(), extent.ahead()));
    }

    /** Tasks a second. */
    double dbScheduler(Extent extent) throws IOException {
        return perSecond(
                extent.runs(),
                "db-scheduler?runs=%d&threads=%d&ahead=%d".formatted(extent.runs(), extent.threads(), extent.ahead()));
    }

    /** Runs a second. */
    double wholePath(Extent extent) throws IOException {
        return perSecond(extent.whole(), "whole-path?runs=%d&capacity=%d".formatted(extent.whole(), extent.capacity()));
    }

    private double perSecond(int runs, String what) throws IOException {
        return runs * NANOS / Long.parseLong(orchestrator.post("/measured/" + what));
    }
}

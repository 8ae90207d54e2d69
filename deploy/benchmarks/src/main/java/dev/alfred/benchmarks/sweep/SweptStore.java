package dev.alfred.benchmarks.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.ServiceUnderTest;
import dev.alfred.embedded.DatabaseProvisioner;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.ServiceDatabase;

/** The real session-store as a process, with a database and a state directory of its own, which sweeps when told. */
final class SweptStore implements AutoCloseable {
    private static final String PASSWORD = "for-this-benchmark-only";
    private static final String MAILBOX = "bench-sweep-issue-";
    private static final String ADAPTER = "claude-code";
    private static final String TABLE_READS = """
            SELECT string_agg(relname || '=' || seq_scan, ', ' ORDER BY relname) FROM pg_stat_user_tables
            WHERE relname IN ('session_state', 'mailbox_life')
            """;

    private final EmbeddedDatabase database;
    private final String url;
    private final int records;
    private final Path directory;
    private final LivingMailboxes mailboxes;
    private int directories;
    private int unrecordedDirectories;
    private ServiceUnderTest service;

    SweptStore(EmbeddedDatabase database, String name, int records, Path directory, LivingMailboxes mailboxes)
            throws SQLException {
        this.database = database;
        this.records = records;
        this.directory = directory;
        this.mailboxes = mailboxes;
        this.url = database.jdbcUrl().replaceFirst("/[^/]*$", "/" + name);
        try (Connection connection = connect(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        DatabaseProvisioner.provision(
                url, database.superuser(), database.password(), Map.of(ServiceDatabase.SESSION, PASSWORD));
    }

    /** What some sweeps took, all together. */
    record Swept(int sweeps, long records, Duration onRecords, long directories, Duration onDirectories) {
        double microsPerRecord() {
            return micros(onRecords) / records;
        }

        double microsPerDirectory() {
            return micros(onDirectories) / directories;
        }

        double microsPerItem() {
            return micros(onRecords.plus(onDirectories)) / (records + directories);
        }

        double millisPerSweep() {
            return micros(onRecords.plus(onDirectories)) / 1000 / sweeps;
        }

        private static double micros(Duration duration) {
            return duration.toNanos() / 1000.0;
        }
    }

    void start(Path application, String kafka) throws IOException {
        service = ServiceUnderTest.start(
                application,
                Map.of(
                        "QUARKUS_DATASOURCE_JDBC_URL",
                        url,
                        "QUARKUS_DATASOURCE_USERNAME",
                        ServiceDatabase.SESSION.role(),
                        "QUARKUS_DATASOURCE_PASSWORD",
                        PASSWORD,
                        "KAFKA_BOOTSTRAP_SERVERS",
                        kafka,
                        "ALFRED_SESSIONS_STATE_DIRECTORY",
                        directory.toString(),
                        "ALFRED_SESSIONS_MAILBOX_SERVICE_URL",
                        mailboxes.url(),
                        // An answer waits while the heap is looked at.
                        "QUARKUS_REST_CLIENT_MAILBOX_SERVICE_READ_TIMEOUT",
                        "120000",
                        "ALFRED_SESSIONS_SWEEP_EVERY",
                        "off",
                        "ALFRED_SESSIONS_REMOVAL_EVERY",
                        "off"),
                directory.resolve("session-store.log"));
    }

    /** The first directories are those of the first records; the others are of mailboxes without any. */
    void fill(int recordedDirectories, int allDirectories) throws SQLException, IOException {
        directories = allDirectories;
        unrecordedDirectories = allDirectories - Math.min(recordedDirectories, allDirectories);
        execute("""
                INSERT INTO session.session_state (mailbox, adapter, kind, location, created_at, bytes)
                SELECT '%s' || n, '%s', 'directory', '%s/' || n, now(), 4096 FROM generate_series(1, %d) AS n
                """.formatted(MAILBOX, ADAPTER, directory, records));
        execute(
                "INSERT INTO session.mailbox_life (mailbox, revision) SELECT '%s' || n, 1 FROM generate_series(1, %d) AS n"
                        .formatted(MAILBOX, records));
        execute("VACUUM ANALYZE session.session_state, session.mailbox_life");
        Path states = directory.resolve(".agent-sessions");
        for (int n = 1; n <= allDirectories; n++) {
            int mailbox = n <= recordedDirectories ? n : records + n;
            Files.createDirectories(states.resolve(MAILBOX + mailbox).resolve(ADAPTER));
        }
    }

    Swept sweep(int times) throws IOException {
        Swept sum = new Swept(0, 0, Duration.ZERO, 0, Duration.ZERO);
        for (int i = 0; i < times; i++) {
            sum = added(sum, new ObjectMapper().readTree(service.post("/sweeps")));
        }
        return sum;
    }

    private Swept added(Swept sum, JsonNode report) {
        JsonNode ofRecords = report.path("records");
        JsonNode ofDirectories = report.path("directories");
        if (!report.path("complete").asBoolean()
                || ofRecords.path("items").asLong() != records
                || ofDirectories.path("items").asLong() != directories
                || report.path("removed").asLong() != 0
                || report.path("suspected").asLong() != 0) {
            throw new CannotMeasure("a sweep didn't see what is there: " + report);
        }
        return new Swept(
                sum.sweeps() + 1,
                sum.records() + records,
                sum.onRecords().plus(duration(ofRecords)),
                sum.directories() + directories,
                sum.onDirectories().plus(duration(ofDirectories)));
    }

    private static Duration duration(JsonNode look) {
        return Duration.parse(look.path("took").asText());
    }

    long peakResidentBytes() throws IOException {
        return service.peakResidentBytes();
    }

    /** The most that is reachable in a sweep: when all records have been looked at, and at its end. */
    long liveHeapInSweep() throws IOException {
        AtomicLong most = new AtomicLong();
        Runnable look = () -> {
            try {
                most.accumulateAndGet(service.liveHeapBytes(), Math::max);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        mailboxes.pauseAfter(records, look);
        mailboxes.pauseAfter(records + unrecordedDirectories, look);
        sweep(1);
        if (most.get() == 0) {
            throw new CannotMeasure("the sweep asked after fewer mailboxes than there are.");
        }
        return most.get();
    }

    /** How often each table was read from end to end, as PostgreSQL has counted. */
    String tableReads() throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(TABLE_READS)) {
            result.next();
            return result.getString(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect(String address) throws SQLException {
        return DriverManager.getConnection(address, database.superuser(), database.password());
    }

    @Override
    public void close() {
        if (service != null) {
            service.close();
        }
    }
}

package dev.alfred.benchmarks.claim;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.embedded.DatabaseProvisioner;
import dev.alfred.embedded.EmbeddedDatabase;
import dev.alfred.embedded.ServiceDatabase;
import dev.alfred.orchestrator.lease.RunClaims;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import org.flywaydb.core.Flyway;

/**
 * The orchestrator's tables in a database of their own, claimed by the orchestrator's own code. What happens to a run
 * between its claim and its end is told in SQL here: the service does the same through an ORM that needs all of it.
 */
final class ClaimedRuns implements AutoCloseable {
    private static final String PASSWORD = "for-this-benchmark-only";
    private static final String OWNER = "measured";
    private static final String NODE = "a-node";
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Transactions transactions = new Transactions();
    private final EmbeddedDatabase database;
    private final String name;
    private final String url;
    private final Queue queue;
    private long made;
    private AgroalDataSource dataSource;
    private RunClaims claims;

    /**
     * What waits and what is held all the time, whatever has ended.
     *
     * @param held runs that the measured instance holds and does not end; another instance holds as many
     * @param claim how many runs are claimed at once
     */
    record Queue(int waiting, int held, int projects, int pools, int claim) {
        private List<String> poolNames() {
            return IntStream.range(0, pools).mapToObj(n -> "pool-" + n).toList();
        }
    }

    /** What was measured while some runs went from their claim to their end, in microseconds. */
    record Measured(double claim, double renewal, double end) {}

    private ClaimedRuns(EmbeddedDatabase database, String name, Queue queue, long made) {
        this.database = database;
        this.name = name;
        this.queue = queue;
        this.made = made;
        this.url = database.jdbcUrl().replaceFirst("/[^/]*$", "/" + name);
    }

    /** So many runs that have ended, and the queue; nothing vacuums it by itself. */
    static ClaimedRuns filled(EmbeddedDatabase database, String name, Queue queue, int finished) throws SQLException {
        ClaimedRuns runs = new ClaimedRuns(database, name, queue, finished);
        runs.administer("CREATE DATABASE " + name);
        runs.provision();
        Flyway.configure()
                .dataSource(runs.url, ServiceDatabase.ORCHESTRATOR.role(), PASSWORD)
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .locations("db/migration")
                .load()
                .migrate();
        runs.execute(
                "ALTER TABLE run SET (autovacuum_enabled = false)",
                "ALTER TABLE runner_pool SET (autovacuum_enabled = false)",
                Rows.finished(finished, queue),
                Rows.held(OWNER, queue),
                Rows.held("another", queue),
                Rows.pools(queue));
        runs.enqueue(queue.waiting());
        runs.execute("VACUUM ANALYZE run, runner_pool");
        return runs;
    }

    /** The same once more. */
    ClaimedRuns copy(String copyName) throws SQLException {
        close();
        ClaimedRuns copy = new ClaimedRuns(database, copyName, queue, made);
        copy.administer("CREATE DATABASE " + copyName + " TEMPLATE " + name + " STRATEGY FILE_COPY");
        copy.provision();
        return copy;
    }

    private void administer(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.superuser(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void provision() {
        DatabaseProvisioner.provision(
                url, database.superuser(), database.password(), Map.of(ServiceDatabase.ORCHESTRATOR, PASSWORD));
    }

    /** Opens connections anew, so that no plan is left of what was done before, and lets PostgreSQL write what it must. */
    void open() throws SQLException {
        close();
        administer("CHECKPOINT");
        dataSource = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(1)
                        .transactionIntegration(transactions.integration())
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url)
                                .principal(new NamePrincipal(ServiceDatabase.ORCHESTRATOR.role()))
                                .credential(new SimplePassword(PASSWORD)))));
        claims = new RunClaims(dataSource);
    }

    /** One claim, one renewal of all that is held, and the end of each run that was claimed; as many wait after it. */
    Measured measure() throws Exception {
        long start = System.nanoTime();
        List<RunClaims.Claim> claimed = claim();
        long afterClaim = System.nanoTime();
        int renewed = transactions.call(() -> claims.renew(OWNER, LEASE));
        long afterRenewal = System.nanoTime();
        if (claimed.size() != queue.claim() || renewed != queue.held() + queue.claim()) {
            throw new CannotMeasure("%d runs were claimed, and %d renewed".formatted(claimed.size(), renewed));
        }
        live(claimed);
        long beforeEnds = System.nanoTime();
        for (RunClaims.Claim run : claimed) {
            end(run);
        }
        long afterEnds = System.nanoTime();
        enqueue(claimed.size());
        return new Measured(
                micros(afterClaim - start),
                micros(afterRenewal - afterClaim),
                micros(afterEnds - beforeEnds) / claimed.size());
    }

    /** The whole life of so many runs. */
    void churn(int runs) throws Exception {
        open();
        // What it leaves behind is the same, and it is not what is measured.
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
        }
        for (int lived = 0; lived < runs; lived += queue.claim()) {
            measure();
        }
        open();
    }

    private List<RunClaims.Claim> claim() throws Exception {
        return transactions.call(() -> claims.claim(OWNER, NODE, queue.poolNames(), LEASE, queue.claim()));
    }

    private void live(List<RunClaims.Claim> claimed) throws Exception {
        for (String step : Rows.LIFE) {
            transactions.call(() -> {
                try (Connection connection = dataSource.getConnection();
                        PreparedStatement update = connection.prepareStatement(step)) {
                    update.setArray(
                            1,
                            connection.createArrayOf(
                                    "uuid",
                                    claimed.stream()
                                            .map(claim -> claim.held().run())
                                            .toArray(UUID[]::new)));
                    return update.executeUpdate();
                }
            });
        }
    }

    private void end(RunClaims.Claim claim) throws Exception {
        int ended = transactions.call(() -> {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement lock = connection.prepareStatement(Rows.LOCK);
                    PreparedStatement end = connection.prepareStatement(Rows.END)) {
                lock.setObject(1, claim.held().run());
                lock.setLong(2, claim.held().generation());
                lock.executeQuery().close();
                end.setObject(1, claim.held().run());
                return end.executeUpdate();
            }
        });
        if (ended != 1) {
            throw new CannotMeasure("a run that was claimed can't be ended.");
        }
    }

    private void enqueue(int runs) throws SQLException {
        execute(Rows.waiting(made, made + runs, queue));
        made += runs;
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, ServiceDatabase.ORCHESTRATOR.role(), PASSWORD);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static double micros(long nanos) {
        return nanos / 1000.0;
    }

    @Override
    public void close() {
        if (dataSource != null) {
            dataSource.close();
            dataSource = null;
        }
    }
}

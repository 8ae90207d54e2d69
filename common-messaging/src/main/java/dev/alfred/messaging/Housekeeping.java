package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;

import io.agroal.api.AgroalDataSource;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;

/** Measures the outbox and removes, in small batches, rows of outbox and inbox that are of no more use. */
@ApplicationScoped
class Housekeeping {

    private static final String MEASURE =
            "SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM outbox WHERE sent_at IS NULL";
    private static final String CLEAN_OUTBOX = """
            DELETE FROM outbox WHERE position IN (SELECT position FROM outbox
            WHERE sent_at < now() - make_interval(secs => ?) LIMIT ? FOR UPDATE SKIP LOCKED)
            """;
    private static final String CLEAN_INBOX = """
            DELETE FROM inbox WHERE (consumer, message_id) IN (SELECT consumer, message_id FROM inbox
            WHERE received_at < now() - make_interval(secs => ?) LIMIT ? FOR UPDATE SKIP LOCKED)
            """;

    private final AgroalDataSource dataSource;
    private final MessagingConfig.Retention retention;
    private final MessagingMetrics metrics;

    Housekeeping(AgroalDataSource dataSource, MessagingConfig config, MessagingMetrics metrics) {
        this.dataSource = dataSource;
        this.retention = config.retention();
        this.metrics = metrics;
    }

    @Scheduled(
            every = "${alfred.messaging.measure-every:5s}",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void measure() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(MEASURE);
                ResultSet result = select.executeQuery()) {
            result.next();
            metrics.outbox(result.getLong(1), Duration.ofSeconds(result.getLong(2)));
        }
    }

    @Scheduled(
            every = "${alfred.messaging.clean-every:10m}",
            delayed = "1m",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void clean() throws SQLException {
        clean(CLEAN_OUTBOX, retention.outbox());
        clean(CLEAN_INBOX, retention.inbox());
    }

    private void clean(String sql, Duration age) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setDouble(1, age.toSeconds());
            delete.setInt(2, retention.batchRows());
            int removed;
            do {
                removed = delete.executeUpdate();
            } while (removed == retention.batchRows());
        }
    }
}

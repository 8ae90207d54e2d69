package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.apache.kafka.common.errors.InterruptException;
import org.jboss.logging.Logger;

/**
 * Empties one schema's outbox into Kafka while it holds that schema's advisory lock. Lock, reads and marks share one
 * connection, so that who loses the lock can neither read nor mark any more.
 */
final class Relay implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Relay.class);
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final DataSource dataSource;
    private final RecordSender sender;
    private final RelaySignal signal;
    private final MessagingConfig.Relay config;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean active;
    private volatile boolean failing;

    Relay(DataSource dataSource, RecordSender sender, RelaySignal signal, MessagingConfig.Relay config) {
        this.dataSource = dataSource;
        this.sender = sender;
        this.signal = signal;
        this.config = config;
        this.thread = Thread.ofPlatform().name("outbox-relay").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Whether this relay holds the lock at the moment. */
    boolean active() {
        return active;
    }

    /** Whether Kafka refused the last batch. */
    boolean failing() {
        return failing;
    }

    @Override
    public void close() {
        stopped.countDown();
        signal.ring();
        try {
            if (!thread.join(FAREWELL)) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (sender) {
            while (!isStopped()) {
                turn();
            }
        } catch (InterruptedException | InterruptException e) {
            LOG.debug("The outbox relay was interrupted and ends");
        }
    }

    private void turn() throws InterruptedException {
        try (Connection connection = dataSource.getConnection()) {
            if (RelayBatch.lock(connection)) {
                lead(connection);
            } else {
                stopped.await(config.standby().toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (SQLException | RuntimeException e) {
            if (e instanceof InterruptException interrupt) {
                throw interrupt;
            }
            LOG.warnf(e, "The outbox relay lost its database and tries again in %s", config.retryDelay());
            pause();
        }
    }

    private void lead(Connection connection) throws SQLException, InterruptedException {
        active = true;
        LOG.debug("The outbox relay holds the lock");
        try {
            while (!isStopped()) {
                relay(connection);
            }
        } finally {
            active = false;
            if (!connection.isClosed()) {
                RelayBatch.unlock(connection);
            }
        }
    }

    private void relay(Connection connection) throws SQLException, InterruptedException {
        List<OutboxRow> rows = RelayBatch.unsent(connection, config.batchRows(), config.batchBytes());
        if (rows.isEmpty()) {
            signal.await(config.poll());
            return;
        }
        RecordSender.Outcome outcome = sender.send(rows);
        RelayBatch.markSent(connection, outcome.sent());
        tell(outcome);
        if (outcome.failed()) {
            pause();
        }
    }

    private void tell(RecordSender.Outcome outcome) {
        if (outcome.failed() && !failing) {
            LOG.warnf(
                    outcome.failure(),
                    "Kafka takes no messages; they stay in the outbox, next try in %s",
                    config.retryDelay());
        } else if (!outcome.failed() && failing) {
            LOG.info("Kafka takes messages again");
        }
        failing = outcome.failed();
    }

    private void pause() throws InterruptedException {
        stopped.await(config.retryDelay().toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }
}

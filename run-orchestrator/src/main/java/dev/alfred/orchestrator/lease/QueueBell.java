package dev.alfred.orchestrator.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.jboss.logging.Logger;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * By which one instance tells the others that a run may be claimed, through PostgreSQL's NOTIFY and LISTEN
 * (docs/adr/0041). Many rings in a short time are one; a ring that is lost costs no more than the wait for the next poll.
 */
final class QueueBell implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(QueueBell.class);

    private static final String CHANNEL = "alfred_run_queue";
    private static final Duration BETWEEN_RINGS = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final int SILENCES_BEFORE_A_TEST = 30;
    private static final int TEST_SECONDS = 5;
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final DataSource dataSource;
    private final String instance;
    private final Runnable heard;
    private final Semaphore rung = new Semaphore(0);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread ringer =
            Thread.ofPlatform().name("queue-ringer").daemon().unstarted(this::tell);
    private final Thread listener =
            Thread.ofPlatform().name("queue-listener").daemon().unstarted(this::listen);

    /**
     * @param instance the name of whoever rings, who does not hear itself
     * @param heard is run when another one rang, and whenever listening begins; it returns at once and throws nothing
     */
    QueueBell(DataSource dataSource, String instance, Runnable heard) {
        this.dataSource = dataSource;
        this.instance = instance;
        this.heard = heard;
    }

    void start() {
        ringer.start();
        listener.start();
    }

    /** Returns at once; the others are told soon. */
    void ring() {
        rung.release();
    }

    private void tell() {
        try {
            while (!stopped.await(BETWEEN_RINGS.toMillis(), TimeUnit.MILLISECONDS)) {
                rung.acquire();
                rung.drainPermits();
                tellOnce();
            }
        } catch (InterruptedException e) {
            LOG.debug("Shutting down, nobody is told any more");
        }
    }

    /** Nothing of it needs to outlive a crash, so that no flush is waited for. */
    private void tellOnce() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement notify = connection.prepareStatement(
                        "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)")) {
            notify.setString(1, CHANNEL);
            notify.setString(2, instance);
            notify.execute();
        } catch (SQLException e) {
            LOG.warnf("Other instances can't be told of the queue, they look by themselves: %s", e.getMessage());
        }
    }

    private void listen() {
        try {
            do {
                listenOnce();
            } while (!stopped.await(RETRY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            LOG.debug("Shutting down, nobody listens any more");
        }
    }

    private void listenOnce() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
            heard.run();
            listen(connection);
            statement.execute("UNLISTEN " + CHANNEL);
        } catch (SQLException e) {
            if (stopped.getCount() > 0) {
                LOG.warnf("What other instances tell of the queue can't be heard, tried again: %s", e.getMessage());
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        int silences = 0;
        while (stopped.getCount() > 0) {
            PGNotification[] told = postgres.getNotifications((int) SILENCE.toMillis());
            silences = told == null || told.length == 0 ? silences + 1 : 0;
            if (fromOthers(told)) {
                heard.run();
            }
            if (silences == SILENCES_BEFORE_A_TEST) {
                silences = 0;
                if (!connection.isValid(TEST_SECONDS)) {
                    throw new SQLException("the connection is dead");
                }
            }
        }
    }

    private boolean fromOthers(PGNotification[] told) {
        if (told != null) {
            for (PGNotification one : told) {
                if (!one.getParameter().equals(instance)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void close() {
        stopped.countDown();
        ringer.interrupt();
        try {
            listener.join(SILENCE.multipliedBy(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.alfred.measured;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.messaging.Outbox;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;

/**
 * One-time tasks of db-scheduler with the same payload, locked and fetched as its documentation advises for high throughput.
 * What ends a task, its row's removal, is one transaction with the event, written by the same outbox on the same connections.
 */
@ApplicationScoped
class ClaimedByDbScheduler {
    private static final String TASK = "measured";
    private static final String INSERT = """
            INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, version)
            VALUES (?, ?, ?, now(), false, 1)
            """;

    private final AgroalDataSource dataSource;
    private final Outbox outbox;
    private final Requests requests;

    ClaimedByDbScheduler(AgroalDataSource dataSource, Outbox outbox, Requests requests) {
        this.dataSource = dataSource;
        this.outbox = outbox;
        this.requests = requests;
    }

    /** Nanoseconds that so many tasks took, all together. */
    long measure(int count, int threads, int ahead) throws InterruptedException {
        insert(requests.make(count, ClaimedByAlfred.POOL));
        CountDownLatch left = new CountDownLatch(count);
        CustomTask<RunRequested> task = Tasks.custom(TASK, RunRequested.class)
                .execute((instance, context) -> (complete, operations) -> {
                    QuarkusTransaction.requiringNew().run(() -> {
                        outbox.append(
                                event(instance.getData()),
                                instance.getData().mailbox().value());
                        operations.remove();
                    });
                    left.countDown();
                });
        Scheduler scheduler = Scheduler.create(new SharedTransactions(dataSource).dataSource(), task)
                .threads(threads)
                .pollUsingLockAndFetch(0.5 * ahead / threads, (double) ahead / threads)
                .pollingInterval(Duration.ofSeconds(1))
                .serializer(new Json())
                .schedulerName(() -> TASK)
                .build();
        long start = System.nanoTime();
        scheduler.start();
        left.await();
        long took = System.nanoTime() - start;
        scheduler.stop();
        return took;
    }

    private static RunEvent event(RunRequested request) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return new RunEvent.Failed(new RunReport(
                request.run(),
                request.mailbox(),
                request.phase(),
                0,
                request.settings().adapter(),
                request.settings().provider(),
                null,
                null,
                null,
                ExitReason.INVALID_REQUEST,
                "measured",
                null,
                null,
                0,
                false,
                null,
                null,
                false,
                Usage.NOTHING,
                null,
                now));
    }

    private void insert(List<RunRequested> all) {
        QuarkusTransaction.requiringNew().run(() -> {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (RunRequested request : all) {
                    insert.setString(1, TASK);
                    insert.setString(2, request.run().toString());
                    insert.setBytes(3, new Json().serialize(request));
                    insert.addBatch();
                }
                insert.executeBatch();
            } catch (SQLException e) {
                throw new IllegalStateException("tasks can't be stored", e);
            }
        });
    }

    /** As Alfred stores its requests. */
    private record Json() implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            try {
                return data == null
                        ? null
                        : ContractJson.mapper().writeValueAsString(data).getBytes(StandardCharsets.UTF_8);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a payload can't be written", e);
            }
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] data) {
            try {
                return data == null
                        ? null
                        : ContractJson.mapper().readValue(new String(data, StandardCharsets.UTF_8), type);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a payload can't be read", e);
            }
        }
    }
}

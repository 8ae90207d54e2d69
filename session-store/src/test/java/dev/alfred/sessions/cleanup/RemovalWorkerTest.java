package dev.alfred.sessions.cleanup;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.model.StateKey;
import io.quarkus.runtime.ShutdownEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class RemovalWorkerTest {
    private static final DueStates CLOSED = new DueStates(null) {
        @Override
        List<StateKey> keys(int limit) {
            throw new IllegalStateException("EntityManagerFactory is closed");
        }
    };

    @Test
    void asksNoDatabaseThatClosesWithTheService() throws InterruptedException {
        RemovalWorker worker = new RemovalWorker(CLOSED, null, null, null);

        worker.stop(new ShutdownEvent());

        assertThatCode(worker::removeDue).doesNotThrowAnyException();
        assertThatCode(() -> worker.released(new StateReleased())).doesNotThrowAnyException();
    }

    @Test
    void looksOnceMoreForAllThatIsReleasedWhileItLooks() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        RemovalWorker worker = new RemovalWorker(
                new DueStates(null) {
                    @Override
                    List<StateKey> keys(int limit) {
                        looks.incrementAndGet();
                        looking.countDown();
                        try {
                            goOn.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        throw new IllegalStateException("that is all of this look");
                    }
                },
                null,
                null,
                null,
                thread);
        worker.released(new StateReleased());
        assertThat(looking.await(1, TimeUnit.MINUTES)).isTrue();

        for (int i = 0; i < 100; i++) {
            worker.released(new StateReleased());
        }
        goOn.countDown();
        thread.shutdown();
        assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        assertThat(looks).hasValue(2);
    }
}

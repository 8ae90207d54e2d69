package dev.alfred.sessions.cleanup;

import java.util.List;

import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.model.StateKey;
import io.quarkus.runtime.ShutdownEvent;
import org.junit.jupiter.api.Test;

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
}

package dev.alfred.runner.supervisor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** SIGTERM to the supervisor, as a value to wait for; the process stays until the supervision has ended in order. */
final class StopSignal {
    private static final long LONGEST_STOP_MINUTES = 10;

    private final CompletableFuture<Void> requested = new CompletableFuture<>();
    private final CountDownLatch finished = new CountDownLatch(1);

    StopSignal() {}

    /** Becomes requested when this process is told to end. */
    static StopSignal onTermination() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(signal::requestAndWait, "stop"));
        return signal;
    }

    private void requestAndWait() {
        request();
        try {
            finished.await(LONGEST_STOP_MINUTES, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void request() {
        requested.complete(null);
    }

    CompletableFuture<Void> requested() {
        return requested;
    }

    boolean isRequested() {
        return requested.isDone();
    }

    /** Lets the process go. */
    void finished() {
        finished.countDown();
    }
}

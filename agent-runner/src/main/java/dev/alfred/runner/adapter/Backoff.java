package dev.alfred.runner.adapter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.alfred.runner.process.Cancellation;

/** The pauses between tries of a model that could not answer, each twice as long as the one before. */
public final class Backoff {
    private final Cancellation cancellation;
    private Duration next;

    /** @param first how long the first pause is */
    public Backoff(Duration first, Cancellation cancellation) {
        this.next = first;
        this.cancellation = cancellation;
    }

    /** How long the next pause will be, where there is that much time. */
    public Duration within(Duration most) {
        Duration wait = next.compareTo(most) < 0 ? next : most;
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** Waits, at most so long. False when the run was cancelled meanwhile. */
    public boolean pause(Duration most) {
        Duration wait = within(most);
        next = next.multipliedBy(2);
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        Cancellation.Registration registration = cancellation.onCancel(() -> cancelled.complete(null));
        try {
            cancelled.get(wait.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a cancellation can't fail", e);
        } finally {
            registration.close();
        }
    }
}

package dev.alfred.runner.process;

import java.util.ArrayList;
import java.util.List;

/** Whether the stage was told to end; what runs at that moment is told at once. */
public final class Cancellation {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean cancelled;

    public void cancel() {
        List<Runnable> told;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            told = List.copyOf(listeners);
        }
        told.forEach(Runnable::run);
    }

    public synchronized boolean cancelled() {
        return cancelled;
    }

    /** Runs the action on cancellation, at once if that has happened already, until the registration is closed. */
    public Registration onCancel(Runnable action) {
        boolean now;
        synchronized (this) {
            now = cancelled;
            listeners.add(action);
        }
        if (now) {
            action.run();
        }
        return () -> {
            synchronized (this) {
                listeners.remove(action);
            }
        };
    }

    /** Undoes an {@link #onCancel}. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}

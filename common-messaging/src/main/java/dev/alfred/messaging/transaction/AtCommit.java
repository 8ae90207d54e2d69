package dev.alfred.messaging.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Rows that are written all at once just before their transaction commits, in the order in which they came: one statement,
 * however much work the transaction holds. A failure of it is the commit's.
 *
 * @param <R> a row
 */
public final class AtCommit<R> {
    private final TransactionSynchronizationRegistry transaction;
    private final Consumer<List<R>> write;
    private final Runnable written;

    /**
     * @param write writes rows by the transaction's connection
     * @param written is run once they are committed; it returns at once and throws nothing
     */
    public AtCommit(TransactionSynchronizationRegistry transaction, Consumer<List<R>> write, Runnable written) {
        this.transaction = transaction;
        this.write = write;
        this.written = written;
    }

    /** In the transaction of the caller, which must have one. */
    public void add(List<R> rows) {
        if (!rows.isEmpty()) {
            pending().addAll(rows);
        }
    }

    @SuppressWarnings("unchecked")
    private List<R> pending() {
        List<R> pending = (List<R>) transaction.getResource(this);
        if (pending == null) {
            pending = new ArrayList<>();
            transaction.putResource(this, pending);
            transaction.registerInterposedSynchronization(new End(pending));
        }
        return pending;
    }

    private final class End implements Synchronization {
        private final List<R> pending;

        private End(List<R> pending) {
            this.pending = pending;
        }

        @Override
        public void beforeCompletion() {
            write.accept(pending);
        }

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                written.run();
            }
        }
    }
}

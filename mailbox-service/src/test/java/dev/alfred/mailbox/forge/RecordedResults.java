package dev.alfred.mailbox.forge;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

import dev.alfred.mailbox.forge.model.ForgeWriteResult;

/** Keeps results, and dies on demand just before a write's end is committed. */
@Alternative
@ApplicationScoped
public class RecordedResults implements ForgeWriteResults {
    private final List<ForgeWriteResult> results = new CopyOnWriteArrayList<>();
    private final AtomicInteger deaths = new AtomicInteger();

    @Inject
    TransactionSynchronizationRegistry transaction;

    void dieBeforeTheNextRecord() {
        deaths.incrementAndGet();
    }

    List<ForgeWriteResult> of(UUID project) {
        return results.stream()
                .filter(result -> result.written().project().equals(project))
                .toList();
    }

    @Override
    public void handle(ForgeWriteResult result) {
        if (transaction.getTransactionStatus() != Status.STATUS_ACTIVE) {
            throw new IllegalStateException("results are told in the transaction that marks the write ended");
        }
        if (deaths.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("dies here, as the test asked for");
        }
        results.add(result);
    }
}

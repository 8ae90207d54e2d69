package dev.alfred.messaging.transaction;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * What was read in a transaction under a lock, and is not read again in it. Outside of one nothing is kept.
 *
 * @param <K> by which it is found
 * @param <V> what was found, be it that there is nothing
 */
public final class LookedUp<K, V> {
    private final TransactionSynchronizationRegistry transaction;

    public LookedUp(TransactionSynchronizationRegistry transaction) {
        this.transaction = transaction;
    }

    /** What was put or found before, or else what is found now. */
    public V get(K key, Function<K, V> find) {
        return transaction.getTransactionStatus() == Status.STATUS_ACTIVE
                ? kept().computeIfAbsent(key, find)
                : find.apply(key);
    }

    /** In the transaction of the caller, which must have one. */
    public void put(K key, V found) {
        kept().put(key, found);
    }

    @SuppressWarnings("unchecked")
    private Map<K, V> kept() {
        Map<K, V> kept = (Map<K, V>) transaction.getResource(this);
        if (kept == null) {
            kept = new HashMap<>();
            transaction.putResource(this, kept);
        }
        return kept;
    }
}

package dev.alfred.messaging;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.mailboxevents.MailboxEvent;
import io.opentelemetry.api.trace.Span;

/** Handler of the tests' service: enters each message once, and fails where a test has asked for it. */
@ApplicationScoped
class LedgerHandler {

    static final String CONSUMER = "ledger";

    private final Inbox inbox;
    private final Ledger ledger;
    private final TransactionSynchronizationRegistry transaction;
    private final Map<String, Function<MailboxEvent, RuntimeException>> faults = new ConcurrentHashMap<>();
    private final List<Object> failedTransactions = new CopyOnWriteArrayList<>();

    LedgerHandler(Inbox inbox, Ledger ledger, TransactionSynchronizationRegistry transaction) {
        this.inbox = inbox;
        this.ledger = ledger;
        this.transaction = transaction;
    }

    @Transactional
    void handle(Envelope<MailboxEvent> message) {
        if (!inbox.firstTime(CONSUMER, message.id())) {
            return;
        }
        ledger.enter(
                message.id(),
                message.key(),
                Long.toString(message.payload().revision()),
                Span.current().getSpanContext().getTraceId());
        RuntimeException fault =
                faults.getOrDefault(message.key(), event -> null).apply(message.payload());
        if (fault != null) {
            failedTransactions.add(transaction.getTransactionKey());
            throw fault;
        }
    }

    /** From now on a message of the key fails after its effect was written, where the function gives or throws something. */
    void failFor(String key, Function<MailboxEvent, RuntimeException> fault) {
        faults.put(key, fault);
    }

    void heal(String key) {
        faults.remove(key);
    }

    List<Object> failedTransactions() {
        return failedTransactions;
    }
}

package dev.alfred.mailbox.mailbox;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.MailboxStatus;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.store.MailboxRepository.MailboxCount;
import dev.alfred.mailbox.phase.model.Outcome;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/** What can be measured about mailboxes: how many stand where, and what was decided. */
@ApplicationScoped
public class MailboxMetrics {
    static final String MAILBOXES = "alfred.mailboxes";
    static final String DECISIONS = "alfred.decisions";

    private final MeterRegistry registry;
    private final Map<MailboxCount, AtomicLong> mailboxes = new ConcurrentHashMap<>();

    MailboxMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void register(@Observes StartupEvent event) {
        for (MailboxKind kind : MailboxKind.values()) {
            for (MailboxStatus status : MailboxStatus.values()) {
                AtomicLong number = new AtomicLong();
                mailboxes.put(new MailboxCount(kind.wire(), status.wire()), number);
                Gauge.builder(MAILBOXES, number, AtomicLong::get)
                        .description("Mailboxes by kind and status")
                        .tag("kind", kind.wire())
                        .tag("status", status.wire())
                        .register(registry);
            }
        }
        for (EventKind kind : EventKind.values()) {
            for (Outcome outcome : Outcome.values()) {
                registry.counter(DECISIONS, "event", kind.wire(), "decision", outcome.wire());
            }
        }
    }

    void decided(EventKind kind, Outcome outcome) {
        registry.counter(DECISIONS, "event", kind.wire(), "decision", outcome.wire())
                .increment();
    }

    void counted(Map<MailboxCount, Long> counts) {
        mailboxes.forEach((count, number) -> number.set(counts.getOrDefault(count, 0L)));
    }
}

package dev.alfred.mailbox.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;

/** Counts the mailboxes now and then, for the gauges. */
@ApplicationScoped
public class MailboxGauges {
    private final MailboxRepository mailboxes;
    private final MailboxMetrics metrics;

    MailboxGauges(MailboxRepository mailboxes, MailboxMetrics metrics) {
        this.mailboxes = mailboxes;
        this.metrics = metrics;
    }

    @Scheduled(
            every = "15s",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    @Transactional
    void count() {
        metrics.counted(mailboxes.count());
    }
}

package dev.alfred.mailbox.mailbox;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.mailbox.MailboxServiceConfig;
import dev.alfred.mailbox.WorkExecutor;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.vertx.core.Vertx;
import org.jboss.logging.Logger;

/** Has mailboxes decided as soon as there is something to decide and its moment is over. */
@ApplicationScoped
public class DecisionWorker {
    private static final Logger LOG = Logger.getLogger(DecisionWorker.class);

    private final DecidableMailboxes decidable;
    private final DecisionHandler handler;
    private final MailboxServiceConfig config;
    private final Vertx vertx;
    private final WorkSignal look;

    DecisionWorker(
            DecidableMailboxes decidable,
            DecisionHandler handler,
            MailboxServiceConfig config,
            Vertx vertx,
            WorkExecutor executor) {
        this.decidable = decidable;
        this.handler = handler;
        this.config = config;
        this.vertx = vertx;
        this.look = new WorkSignal(executor, this::work);
    }

    void changed(@Observes(during = TransactionPhase.AFTER_SUCCESS) MailboxesChanged event) {
        long wait = Duration.between(Instant.now(), event.decideAt()).toMillis();
        if (wait > 0) {
            vertx.setTimer(wait + 1, timer -> look.signal());
        } else {
            look.signal();
        }
    }

    void stop(@Observes ShutdownEvent event) {
        look.stop();
    }

    @Scheduled(
            every = "{alfred.mailbox.decisions.poll}",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void poll() {
        look.signal();
    }

    private void work() {
        int most = config.decisions().batch();
        Set<MailboxKey> now = new LinkedHashSet<>(decidable.find(most));
        for (MailboxKey key : now) {
            try {
                handler.decide(key);
            } catch (RuntimeException e) {
                LOG.errorf(e, "Deciding a mailbox failed, it is tried again: mailbox=%s", key);
            }
        }
        if (now.size() >= most) {
            look.signal();
        }
    }
}

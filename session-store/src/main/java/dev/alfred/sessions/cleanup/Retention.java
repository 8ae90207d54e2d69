package dev.alfred.sessions.cleanup;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.cleanup.RetentionHandler.Step;
import dev.alfred.sessions.cleanup.model.Liveness;
import dev.alfred.sessions.cleanup.model.RetentionPlanner;
import dev.alfred.sessions.cleanup.model.RetentionPlanner.Ended;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import org.jboss.logging.Logger;

/**
 * Removes, at a slow pace, the rows of mailboxes that closed longer ago than their project's {@code RETENTION_DAYS}.
 * mailbox-service is asked first: without its word nothing is removed.
 */
@ApplicationScoped
class Retention {
    private static final Logger LOG = Logger.getLogger(Retention.class);
    private static final int PAGE = 500;

    private final RetentionHandler handler;
    private final MailboxQuestions questions;
    private final Clock clock;

    Retention(RetentionHandler handler, MailboxQuestions questions, Clock clock) {
        this.handler = handler;
        this.questions = questions;
        this.clock = clock;
    }

    @Scheduled(
            every = "${alfred.sessions.retention.every:1h}",
            delayed = "2m",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void removeOld() {
        Instant now = clock.instant();
        Instant limit = now.minus(RetentionPlanner.SHORTEST);
        long removed = 0;
        Ended last = null;
        List<Ended> page;
        do {
            page = handler.endedUntil(limit, last, PAGE);
            Optional<Map<MailboxKey, Liveness>> words = page.isEmpty()
                    ? Optional.of(Map.of())
                    : questions.ask(page.stream().map(Ended::mailbox).toList());
            if (words.isEmpty()) {
                break;
            }
            for (Ended ended : page) {
                last = ended;
                removed += apply(ended, words.get().get(ended.mailbox()), now) ? 1 : 0;
            }
        } while (page.size() == PAGE);
        LOG.infof("Retention done: mailboxes=%d", removed);
    }

    private boolean apply(Ended ended, Liveness word, Instant now) {
        return switch (RetentionPlanner.plan(ended, word, now)) {
            case KEEP -> false;
            case LIVES -> {
                handler.lives(ended);
                yield false;
            }
            case REMOVE -> removed(ended);
        };
    }

    private boolean removed(Ended ended) {
        Step step;
        do {
            step = handler.removeSome(ended);
        } while (step == Step.MORE);
        if (step == Step.DONE) {
            LOG.infof("Rows removed, their retention is over: mailbox=%s ended=%s", ended.mailbox(), ended.at());
        }
        return step == Step.DONE;
    }
}

package dev.alfred.sessions.cleanup;

import java.time.Instant;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.sessions.cleanup.model.RetentionPlanner.Ended;
import dev.alfred.sessions.cleanup.store.RetentionRepository;
import dev.alfred.sessions.state.model.MailboxLife;
import dev.alfred.sessions.state.store.LifeRepository;

/** Retention's transactions: each reads a page, or removes a few rows of one mailbox, which it holds meanwhile. */
@ApplicationScoped
class RetentionHandler {
    private static final int ROWS_AT_ONCE = 500;

    private final LifeRepository lives;
    private final RetentionRepository repository;

    RetentionHandler(LifeRepository lives, RetentionRepository repository) {
        this.lives = lives;
        this.repository = repository;
    }

    @Transactional
    List<Ended> endedUntil(Instant limit, Ended last, int most) {
        return repository.endedUntil(limit, last, most);
    }

    @Transactional
    void lives(Ended ended) {
        repository.lives(ended);
    }

    /** How it went on. */
    enum Step {
        MORE,
        DONE,
        /** Its state is still there, or it was reopened. */
        NOT_OVER
    }

    @Transactional
    Step removeSome(Ended ended) {
        MailboxLife life = lives.lock(ended.mailbox());
        boolean mayLive = !life.closed() && life.suspectedSince() == null;
        if (mayLive || !repository.over(ended)) {
            return Step.NOT_OVER;
        }
        if (repository.removeSome(ended.mailbox(), ROWS_AT_ONCE) > 0) {
            return Step.MORE;
        }
        repository.forget(ended.mailbox());
        return Step.DONE;
    }
}

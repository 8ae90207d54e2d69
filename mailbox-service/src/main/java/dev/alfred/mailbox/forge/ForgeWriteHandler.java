package dev.alfred.mailbox.forge;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.forge.model.WriteClaim;
import dev.alfred.mailbox.forge.store.ForgeWriteRepository;
import dev.alfred.messaging.UuidV7;
import org.jboss.logging.Logger;

/** The transactions around a write: taking it, marking it ended together with what follows, giving it back. */
@ApplicationScoped
class ForgeWriteHandler {
    private static final Logger LOG = Logger.getLogger(ForgeWriteHandler.class);

    private final ForgeWriteRepository repository;
    private final ForgeWriteResults results;

    ForgeWriteHandler(ForgeWriteRepository repository, ForgeWriteResults results) {
        this.repository = repository;
        this.results = results;
    }

    @Transactional
    Optional<WriteClaim> claim(UUID project, Duration length) {
        return repository.claim(UuidV7.next(), project, length);
    }

    /** A claim that another worker has taken over meanwhile changes nothing. */
    @Transactional
    void ended(WriteClaim claim, ForgeWriteResult result) {
        if (!repository.end(claim, state(result), outcome(result))) {
            LOG.infof(
                    "A write to a forge was ended by another worker before: write=%s",
                    claim.written().id());
            return;
        }
        Written written = claim.written();
        switch (result) {
            case ForgeWriteResult.Commented(Written ignored, String commentId) -> {
                if (written.write() instanceof ForgeWrite.UpdateStatus && commentId != null) {
                    repository.keepStatusComment(written.mailbox(), commentId);
                }
            }
            case ForgeWriteResult.MergeRequestOpened ignored -> {}
            case ForgeWriteResult.IssueGone ignored -> repository.drop(written.mailbox(), "the issue is gone");
            case ForgeWriteResult.Refused ignored -> {}
        }
        results.handle(result);
    }

    @Transactional
    void again(WriteClaim claim, Duration pause, String why) {
        repository.release(claim, pause, why);
    }

    @Transactional
    void postpone(UUID project, Duration pause, String why) {
        repository.postpone(project, pause, why);
    }

    private static String state(ForgeWriteResult result) {
        return switch (result) {
            case ForgeWriteResult.Commented ignored -> "done";
            case ForgeWriteResult.MergeRequestOpened ignored -> "done";
            case ForgeWriteResult.IssueGone ignored -> "issue_gone";
            case ForgeWriteResult.Refused ignored -> "refused";
        };
    }

    private static String outcome(ForgeWriteResult result) {
        return switch (result) {
            case ForgeWriteResult.Commented(Written ignored, String commentId) ->
                commentId == null ? "overtaken by a newer status" : "comment " + commentId;
            case ForgeWriteResult.MergeRequestOpened(Written ignored, ForgeMergeRequest opened) ->
                "merge request " + opened.iid();
            case ForgeWriteResult.IssueGone(Written ignored, boolean moved) -> moved ? "transferred" : "gone";
            case ForgeWriteResult.Refused(Written ignored, ForgeFailure failure) -> failure.detail();
        };
    }
}

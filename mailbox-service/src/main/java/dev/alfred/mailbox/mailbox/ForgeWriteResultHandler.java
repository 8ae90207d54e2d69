package dev.alfred.mailbox.mailbox;

import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.mailbox.forge.ForgeWriteResults;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.phase.model.Input;
import org.jboss.logging.Logger;

/** Takes how writes to the forge ended back into the mailbox that asked for them. */
@ApplicationScoped
public class ForgeWriteResultHandler implements ForgeWriteResults {
    private static final Logger LOG = Logger.getLogger(ForgeWriteResultHandler.class);
    private static final String ALFRED = "alfred";

    private final MailboxRepository mailboxes;
    private final ImmediateDecisionHandler decisions;

    ForgeWriteResultHandler(MailboxRepository mailboxes, ImmediateDecisionHandler decisions) {
        this.mailboxes = mailboxes;
        this.decisions = decisions;
    }

    @Override
    @Transactional(TxType.MANDATORY)
    public void handle(ForgeWriteResult result) {
        switch (result) {
            case ForgeWriteResult.Commented(Written written, String commentId) -> commented(written, commentId);
            case ForgeWriteResult.MergeRequestOpened(Written written, ForgeMergeRequest opened) ->
                tell(written, new Input.MergeRequestOpened(opened.iid(), opened.url()));
            case ForgeWriteResult.IssueGone(Written written, boolean moved) -> tell(written, new Input.IssueVanished());
            case ForgeWriteResult.Refused(Written written, ForgeFailure failure) -> refused(written, failure);
        }
    }

    private void commented(Written written, String commentId) {
        if (commentId != null && written.write() instanceof ForgeWrite.UpdateStatus) {
            mailboxes.lock(written.mailbox());
            mailboxes.statusComment(written.mailbox(), commentId);
        }
    }

    private void refused(Written written, ForgeFailure failure) {
        if (written.write() instanceof ForgeWrite.OpenMergeRequest) {
            tell(written, new Input.MergeRequestRefused(failure.code()));
            return;
        }
        LOG.warnf(
                "The forge refused a comment or label for good, it is left out: mailbox=%s reason=%s",
                written.mailbox(), failure.code());
    }

    private void tell(Written written, Input input) {
        decisions.told(written.mailbox(), input, ALFRED, null, Instant.now());
    }
}

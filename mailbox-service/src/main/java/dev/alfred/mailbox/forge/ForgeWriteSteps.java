package dev.alfred.mailbox.forge;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeAnswer.Done;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.ForgeMarker;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeText;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.NewMergeRequest;
import dev.alfred.mailbox.forge.model.StateLabel;
import dev.alfred.mailbox.forge.model.WriteAttempt;
import dev.alfred.mailbox.forge.model.WriteClaim;
import org.jboss.logging.Logger;

/**
 * Does one claimed write on its forge. Whatever an earlier attempt may have done already is looked for first, so that
 * nothing is written twice.
 */
final class ForgeWriteSteps {
    private static final Logger LOG = Logger.getLogger(ForgeWriteSteps.class);

    private final ForgeClient client;
    private final WriteClaim claim;
    private final Written written;
    private final BooleanSupplier late;

    /** @param late whether the claim is so old that another worker may have taken the write */
    ForgeWriteSteps(ForgeClient client, WriteClaim claim, BooleanSupplier late) {
        this.client = client;
        this.claim = claim;
        this.written = claim.written();
        this.late = late;
    }

    WriteAttempt perform() {
        ForgeAnswer<ForgeWriteResult> answer = switch (written.write()) {
            case ForgeWrite.PostComment comment -> post(comment);
            case ForgeWrite.UpdateStatus status
            when claim.overtaken() -> ForgeAnswer.ok(new ForgeWriteResult.Commented(written, claim.statusComment()));
            case ForgeWrite.UpdateStatus status -> update(status);
            case ForgeWrite.OpenMergeRequest request -> open(request);
        };
        return switch (answer) {
            case ForgeAnswer.Ok<ForgeWriteResult>(ForgeWriteResult result) -> new WriteAttempt.Ended(result);
            case ForgeAnswer.Failed<ForgeWriteResult>(ForgeFailure failure) -> failed(failure);
        };
    }

    private WriteAttempt failed(ForgeFailure failure) {
        return switch (failure) {
            case ForgeFailure.NotFound ignored -> missing(failure);
            case ForgeFailure.Gone ignored -> missing(failure);
            case ForgeFailure.Moved ignored -> missing(failure);
            case ForgeFailure.Unauthorized ignored -> new WriteAttempt.Failed(failure);
            case ForgeFailure.Forbidden ignored -> new WriteAttempt.Failed(failure);
            case ForgeFailure.Conflict ignored -> new WriteAttempt.Failed(failure);
            case ForgeFailure.Rejected ignored -> new WriteAttempt.Failed(failure);
            case ForgeFailure.RateLimited ignored -> new WriteAttempt.Failed(failure);
            case ForgeFailure.Unreachable ignored -> new WriteAttempt.Failed(failure);
        };
    }

    /** Something was not found: is it the issue itself? */
    private WriteAttempt missing(ForgeFailure failure) {
        return switch (client.issue(written.write().iid())) {
            case IssueAnswer.Gone ignored -> new WriteAttempt.Ended(new ForgeWriteResult.IssueGone(written, false));
            case IssueAnswer.Moved ignored -> new WriteAttempt.Ended(new ForgeWriteResult.IssueGone(written, true));
            case IssueAnswer.Present ignored -> new WriteAttempt.Failed(failure);
            case IssueAnswer.Failed(ForgeFailure doubt) -> new WriteAttempt.Failed(unreachable(doubt));
        };
    }

    /** Where not even the repository is found, that says nothing about what was to be written: it waits. */
    private static ForgeFailure unreachable(ForgeFailure doubt) {
        return switch (doubt) {
            case ForgeFailure.NotFound ignored -> new ForgeFailure.Unreachable(doubt.detail());
            case ForgeFailure.Gone ignored -> new ForgeFailure.Unreachable(doubt.detail());
            case ForgeFailure.Moved ignored -> new ForgeFailure.Unreachable(doubt.detail());
            case ForgeFailure.Unauthorized ignored -> doubt;
            case ForgeFailure.Forbidden ignored -> doubt;
            case ForgeFailure.Conflict ignored -> doubt;
            case ForgeFailure.Rejected ignored -> doubt;
            case ForgeFailure.RateLimited ignored -> doubt;
            case ForgeFailure.Unreachable ignored -> doubt;
        };
    }

    private ForgeAnswer<ForgeWriteResult> post(ForgeWrite.PostComment comment) {
        String body = ForgeText.comment(written.id(), comment, client.textLimit());
        ForgeAnswer<Optional<String>> posted =
                claim.attempt() > 1 ? ownComment(ForgeMarker.of(written.id())) : ForgeAnswer.ok(Optional.empty());
        return posted.then(known -> known.map(ForgeAnswer::ok)
                        .orElseGet(() -> inTime(() -> client.postComment(comment.iid(), body))))
                .map(id -> new ForgeWriteResult.Commented(written, id));
    }

    private ForgeAnswer<ForgeWriteResult> update(ForgeWrite.UpdateStatus status) {
        return switch (client.issue(status.iid())) {
            case IssueAnswer.Present(IssueSnapshot issue) ->
                label(status, issue)
                        .then(done -> statusComment(status))
                        .map(id -> new ForgeWriteResult.Commented(written, id));
            case IssueAnswer.Gone ignored -> ForgeAnswer.ok(new ForgeWriteResult.IssueGone(written, false));
            case IssueAnswer.Moved ignored -> ForgeAnswer.ok(new ForgeWriteResult.IssueGone(written, true));
            case IssueAnswer.Failed(ForgeFailure failure) -> ForgeAnswer.failed(failure);
        };
    }

    private ForgeAnswer<Done> label(ForgeWrite.UpdateStatus status, IssueSnapshot issue) {
        String wanted = status.state().label();
        ForgeAnswer<Done> so =
                issue.labels().contains(wanted) ? ForgeAnswer.ok(Done.DONE) : addLabel(status.iid(), status.state());
        for (String other : issue.labels()) {
            if (!other.equals(wanted) && StateLabel.of(other).isPresent()) {
                so = so.then(done -> client.removeLabel(status.iid(), other));
            }
        }
        return so;
    }

    private ForgeAnswer<Done> addLabel(long iid, StateLabel state) {
        ForgeAnswer<Done> added = client.addLabel(iid, state.label());
        return added instanceof ForgeAnswer.Failed<Done>(ForgeFailure.Rejected ignored)
                ? client.ensureLabels(List.of(ForgeLabel.of(state))).then(done -> client.addLabel(iid, state.label()))
                : added;
    }

    private ForgeAnswer<String> statusComment(ForgeWrite.UpdateStatus status) {
        String body = ForgeText.status(written.id(), status, client.textLimit());
        if (claim.statusComment() != null) {
            ForgeAnswer<Done> edited = client.editComment(status.iid(), claim.statusComment(), body);
            if (!isMissing(edited)) {
                return edited.map(done -> claim.statusComment());
            }
        }
        return ownComment(ForgeMarker.STATUS)
                .then(found -> found.filter(id -> !id.equals(claim.statusComment()))
                        .map(id -> client.editComment(status.iid(), id, body).map(done -> id))
                        .orElseGet(() -> inTime(() -> client.postComment(status.iid(), body))));
    }

    private ForgeAnswer<ForgeWriteResult> open(ForgeWrite.OpenMergeRequest request) {
        NewMergeRequest wanted = new NewMergeRequest(
                request.branch(),
                request.base(),
                ForgeText.title(request.title()),
                ForgeText.mergeRequest(written.id(), request, client.textLimit()));
        return client.mergeRequestFor(request.branch())
                .then(open -> open.map(ForgeAnswer::ok).orElseGet(() -> openNew(wanted)))
                .then(this::assigned)
                .map(mergeRequest -> new ForgeWriteResult.MergeRequestOpened(written, mergeRequest));
    }

    private ForgeAnswer<ForgeMergeRequest> openNew(NewMergeRequest wanted) {
        ForgeAnswer<ForgeMergeRequest> opened = inTime(() -> client.openMergeRequest(wanted));
        return opened instanceof ForgeAnswer.Failed<ForgeMergeRequest>(ForgeFailure.Conflict conflict)
                ? client.mergeRequestFor(wanted.branch())
                        .then(open -> open.map(ForgeAnswer::ok).orElseGet(() -> ForgeAnswer.failed(conflict)))
                : opened;
    }

    /** Assigns Alfred; a forge that does not let it be assigned is no reason to have no merge request. */
    private ForgeAnswer<ForgeMergeRequest> assigned(ForgeMergeRequest mergeRequest) {
        ForgeAnswer<Done> assigned = client.bot().then(bot -> client.assign(mergeRequest.iid(), bot));
        if (assigned instanceof ForgeAnswer.Failed<Done>(ForgeFailure failure)) {
            boolean refused = failure instanceof ForgeFailure.Rejected || failure instanceof ForgeFailure.Forbidden;
            if (!refused) {
                return ForgeAnswer.failed(failure);
            }
            LOG.warnf("Alfred can't be assigned to its merge request, which stays unassigned: %s", failure.detail());
        }
        return ForgeAnswer.ok(mergeRequest);
    }

    /** A comment with that marker by Alfred's own account; anybody else's doesn't count. */
    private ForgeAnswer<Optional<String>> ownComment(String marker) {
        return client.bot()
                .then(bot -> client.comments(written.write().iid())
                        .map(comments -> comments.stream()
                                .filter(comment ->
                                        isBy(bot, comment) && comment.body().contains(marker))
                                .map(IssueComment::id)
                                .findFirst()));
    }

    private static boolean isBy(ForgeAccount bot, IssueComment comment) {
        return bot.id().equals(comment.author().id());
    }

    private static boolean isMissing(ForgeAnswer<?> answer) {
        return answer instanceof ForgeAnswer.Failed<?>(ForgeFailure failure)
                && (failure instanceof ForgeFailure.NotFound || failure instanceof ForgeFailure.Gone);
    }

    private <T> ForgeAnswer<T> inTime(Supplier<ForgeAnswer<T>> call) {
        return late.getAsBoolean()
                ? ForgeAnswer.failed(new ForgeFailure.Unreachable("the forge was too slow for this attempt"))
                : call.get();
    }
}

package dev.alfred.mailbox.forge;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeAnswer.Done;
import dev.alfred.mailbox.forge.model.ForgeHook;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgePermission;
import dev.alfred.mailbox.forge.model.ForgeRepository;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.NewMergeRequest;

/**
 * The port to one project's repository on its forge; one dialect for each kind of forge behind it. Blocking, to be
 * called from workers only, never inside a transaction. Foreseeable failure is a value.
 */
public interface ForgeClient {
    ForgeAnswer<ForgeRepository> repository();

    /** The account that the credential belongs to: Alfred's own. */
    ForgeAnswer<ForgeAccount> bot();

    IssueAnswer issue(long iid);

    /** May this actor command? Every doubt and every error is {@link ForgePermission#NONE}. */
    ForgePermission permission(Actor actor);

    /** Branch names (without {@code refs/heads/}) that begin with the prefix, and their commits, read by git itself. */
    ForgeAnswer<Map<String, String>> remoteBranches(String prefix);

    /** The open merge request from this branch of the project's own repository, if there is one. */
    ForgeAnswer<Optional<ForgeMergeRequest>> mergeRequestFor(String branch);

    ForgeAnswer<ForgeMergeRequest> mergeRequest(long iid);

    /** All comments of an issue, oldest first. */
    ForgeAnswer<List<IssueComment>> comments(long iid);

    /** Answers with the new comment's id. */
    ForgeAnswer<String> postComment(long iid, String body);

    ForgeAnswer<Done> editComment(long iid, String commentId, String body);

    /** Adds a label of the project to an issue; one that it bears already is a success. */
    ForgeAnswer<Done> addLabel(long iid, String label);

    /** Takes a label off; one that it does not bear is a success. */
    ForgeAnswer<Done> removeLabel(long iid, String label);

    /** Makes those labels that the project lacks; the others are left as they are. */
    ForgeAnswer<Done> ensureLabels(List<ForgeLabel> labels);

    /** A {@code Conflict} means that one is open already. */
    ForgeAnswer<ForgeMergeRequest> openMergeRequest(NewMergeRequest request);

    ForgeAnswer<Done> assign(long iid, ForgeAccount account);

    /** Registers the webhook, or corrects the one that has the same address. */
    ForgeAnswer<Done> installHook(ForgeHook hook);

    /** The most characters that the forge takes in one comment or description. */
    int textLimit();
}

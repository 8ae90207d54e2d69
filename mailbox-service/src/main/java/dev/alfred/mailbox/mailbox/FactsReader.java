package dev.alfred.mailbox.mailbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.mailbox.branch.model.BranchFreezer;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgePermission;
import dev.alfred.mailbox.forge.model.ForgeRepository;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Facts.IssueFact;
import dev.alfred.mailbox.phase.model.Facts.RepositoryFact;
import dev.alfred.mailbox.phase.model.Facts.SaidBefore;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;

/** Asks the forge for what one input's decision needs. Called by workers only, outside of transactions. */
@ApplicationScoped
public class FactsReader {

    /** What came of it. */
    sealed interface Reading {
        record Read(Facts facts) implements Reading {}

        /** Not now. The reason is for people; the pause, where the forge names one, else null. */
        record NotNow(ForgeFailure failure, Duration pause) implements Reading {}
    }

    Reading read(ForgeClient forge, MailboxState mailbox, Input input, Set<FactNeed> needs) {
        Reading reading = new Reading.Read(Facts.NONE);
        for (FactNeed need : needs.stream().sorted().toList()) {
            if (reading instanceof Reading.Read(Facts facts)) {
                reading = switch (need) {
                    case REPOSITORY -> repository(forge, facts);
                    case ACTOR -> actor(forge, input, facts);
                    case ISSUE -> issue(forge, mailbox, facts);
                    case BRANCHES -> branches(forge, facts);
                    case COMMENTS -> comments(forge, mailbox, facts);
                    case MERGE_REQUEST -> mergeRequest(forge, mailbox, facts);
                };
            }
        }
        return reading;
    }

    /** An error is a no; but while the forge can't be asked at all, nothing is known. */
    private static Reading actor(ForgeClient forge, Input input, Facts facts) {
        Optional<Actor> actor = actor(input);
        if (actor.isEmpty() || actor.get().id() == null && actor.get().equals(Actor.GHOST)) {
            return new Reading.Read(facts.actor(false));
        }
        ForgePermission permission = forge.permission(actor.get());
        if (permission == ForgePermission.NONE) {
            return switch (forge.repository()) {
                case ForgeAnswer.Ok<?> ignored -> new Reading.Read(facts.actor(false));
                case ForgeAnswer.Failed<?>(ForgeFailure failure) -> notNow(failure);
            };
        }
        return new Reading.Read(facts.actor(permission.mayCommand()));
    }

    private static Reading repository(ForgeClient forge, Facts facts) {
        return switch (forge.repository()) {
            case ForgeAnswer.Ok<ForgeRepository>(ForgeRepository found) ->
                new Reading.Read(facts.repository(new RepositoryFact(found.defaultBranch(), found.empty())));
            case ForgeAnswer.Failed<ForgeRepository>(ForgeFailure failure) -> notNow(failure);
        };
    }

    private static Optional<Actor> actor(Input input) {
        return input instanceof Input.IssueHappened(IssueEvent event)
                ? Optional.ofNullable(event.context().actor())
                : Optional.empty();
    }

    private static Reading issue(ForgeClient forge, MailboxState mailbox, Facts facts) {
        return switch (forge.issue(mailbox.issue().iid())) {
            case IssueAnswer.Present(var issue) -> new Reading.Read(facts.issue(new IssueFact.Present(issue)));
            case IssueAnswer.Gone() -> new Reading.Read(facts.issue(new IssueFact.Gone()));
            case IssueAnswer.Moved() -> new Reading.Read(facts.issue(new IssueFact.Moved()));
            case IssueAnswer.Failed(ForgeFailure failure) -> notNow(failure);
        };
    }

    private static Reading branches(ForgeClient forge, Facts facts) {
        return switch (forge.remoteBranches(BranchFreezer.NAMESPACE)) {
            case ForgeAnswer.Ok<Map<String, String>>(var branches) ->
                new Reading.Read(facts.branches(branches.keySet()));
            case ForgeAnswer.Failed<Map<String, String>>(ForgeFailure failure) -> notNow(failure);
        };
    }

    private static Reading comments(ForgeClient forge, MailboxState mailbox, Facts facts) {
        return switch (forge.comments(mailbox.issue().iid())) {
            case ForgeAnswer.Ok<List<IssueComment>>(var comments) -> {
                Map<Actor, Boolean> members = new HashMap<>();
                yield new Reading.Read(facts.comments(comments.stream()
                        .map(comment -> new SaidBefore(
                                comment, members.computeIfAbsent(author(comment), author -> member(forge, author))))
                        .toList()));
            }
            case ForgeAnswer.Failed<List<IssueComment>>(ForgeFailure failure) -> notNow(failure);
        };
    }

    private static Actor author(IssueComment comment) {
        return comment.author() == null ? Actor.GHOST : comment.author();
    }

    private static boolean member(ForgeClient forge, Actor author) {
        return !author.equals(Actor.GHOST) && forge.permission(author).mayCommand();
    }

    private static Reading mergeRequest(ForgeClient forge, MailboxState mailbox, Facts facts) {
        if (mailbox.mergeRequest() == null) {
            return new Reading.Read(facts.merged(false));
        }
        return switch (forge.mergeRequest(mailbox.mergeRequest().iid())) {
            case ForgeAnswer.Ok<ForgeMergeRequest>(var found) -> new Reading.Read(facts.merged(found.merged()));
            case ForgeAnswer.Failed<ForgeMergeRequest>(ForgeFailure failure) ->
                failure instanceof ForgeFailure.NotFound ? new Reading.Read(facts.merged(true)) : notNow(failure);
        };
    }

    private static Reading notNow(ForgeFailure failure) {
        Duration pause = failure instanceof ForgeFailure.RateLimited limited ? limited.retryAfter() : null;
        return new Reading.NotNow(failure, pause);
    }
}

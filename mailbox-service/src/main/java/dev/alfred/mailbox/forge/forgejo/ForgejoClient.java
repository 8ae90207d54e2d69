package dev.alfred.mailbox.forge.forgejo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeCalls;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.RemoteBranches;
import dev.alfred.mailbox.forge.forgejo.RepositoryPath.Path;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeAnswer.Done;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeHook;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.ForgeMergeRequest;
import dev.alfred.mailbox.forge.model.ForgePermission;
import dev.alfred.mailbox.forge.model.ForgeRepository;
import dev.alfred.mailbox.forge.model.IssueAnswer;
import dev.alfred.mailbox.forge.model.NewMergeRequest;

/** The port in the dialect of Forgejo and Gitea. Their routes want a path, which is looked up by the repository's id. */
final class ForgejoClient implements ForgeClient {
    private static final int TEXT_LIMIT = 65_536;
    private static final int PAGE = 50;
    private static final int MOST_PAGES = 200;
    private static final Pattern LOGIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");
    private static final List<String> HOOK_EVENTS = List.of(
            "issues",
            "issue_assign",
            "issue_label",
            "issue_comment",
            "pull_request",
            "pull_request_sync",
            "pull_request_comment",
            "pull_request_review_approved",
            "pull_request_review_rejected",
            "pull_request_review_comment",
            "push");

    private final ForgeAccess access;
    private final ForgejoApi api;
    private final ForgeCalls calls;
    private final Duration timeout;
    private final RepositoryPath path;

    ForgejoClient(ForgeAccess access, ForgejoApi api, ForgeCalls calls, Duration timeout) {
        this.access = access;
        this.api = api;
        this.calls = calls;
        this.timeout = timeout;
        this.path = new RepositoryPath(this::readRepository);
    }

    @Override
    public ForgeAnswer<ForgeRepository> repository() {
        return path.fresh().map(ForgejoJson.Repository::repository);
    }

    private ForgeAnswer<ForgejoJson.Repository> readRepository() {
        return calls.read(
                "reading the repository", ForgejoJson.Repository.class, () -> api.repository(access.repositoryId()));
    }

    @Override
    public ForgeAnswer<ForgeAccount> bot() {
        return calls.read("reading the own account", ForgejoJson.User.class, api::user)
                .map(ForgejoJson.User::account);
    }

    @Override
    public IssueAnswer issue(long iid) {
        return switch (readIssue(iid)) {
            case ForgeAnswer.Ok<ForgejoJson.Issue>(ForgejoJson.Issue issue) ->
                new IssueAnswer.Present(issue.snapshot());
            case ForgeAnswer.Failed<ForgejoJson.Issue>(ForgeFailure failure) ->
                switch (failure) {
                    case ForgeFailure.NotFound ignored -> goneOr(failure);
                    case ForgeFailure.Gone ignored -> goneOr(failure);
                    case ForgeFailure.Moved ignored -> new IssueAnswer.Moved();
                    case ForgeFailure.Unauthorized ignored -> new IssueAnswer.Failed(failure);
                    case ForgeFailure.Forbidden ignored -> new IssueAnswer.Failed(failure);
                    case ForgeFailure.Conflict ignored -> new IssueAnswer.Failed(failure);
                    case ForgeFailure.Rejected ignored -> new IssueAnswer.Failed(failure);
                    case ForgeFailure.RateLimited ignored -> new IssueAnswer.Failed(failure);
                    case ForgeFailure.Unreachable ignored -> new IssueAnswer.Failed(failure);
                };
        };
    }

    private ForgeAnswer<ForgejoJson.Issue> readIssue(long iid) {
        return inRepository(at -> calls.read(
                "reading issue " + iid, ForgejoJson.Issue.class, () -> api.issue(at.owner(), at.name(), iid)));
    }

    /** An issue that can't be found is gone only if its project can, with issues switched on. */
    private IssueAnswer goneOr(ForgeFailure failure) {
        return switch (repository()) {
            case ForgeAnswer.Ok<ForgeRepository>(ForgeRepository repository) ->
                repository.hasIssues() ? new IssueAnswer.Gone() : new IssueAnswer.Failed(failure);
            case ForgeAnswer.Failed<ForgeRepository>(ForgeFailure whole) -> new IssueAnswer.Failed(whole);
        };
    }

    @Override
    public ForgePermission permission(Actor actor) {
        if (actor.id() == null
                || actor.login() == null
                || !LOGIN.matcher(actor.login()).matches()) {
            return ForgePermission.NONE;
        }
        ForgeAnswer<ForgejoJson.Granted> answer = inRepository(at -> calls.read(
                "reading a permission",
                ForgejoJson.Granted.class,
                () -> api.permission(at.owner(), at.name(), actor.login())));
        return switch (answer) {
            case ForgeAnswer.Ok<ForgejoJson.Granted>(ForgejoJson.Granted granted) ->
                is(actor, granted.user()) ? granted.granted() : ForgePermission.NONE;
            case ForgeAnswer.Failed<ForgejoJson.Granted>(ForgeFailure.Forbidden ignored) -> ownerOrNobody(actor);
            case ForgeAnswer.Failed<ForgejoJson.Granted> ignored -> ForgePermission.NONE;
        };
    }

    /** Without administration a token can't ask about others; that the owner may everything it knows all the same. */
    private ForgePermission ownerOrNobody(Actor actor) {
        return path.fresh()
                .found()
                .filter(repository -> is(actor, repository.owner()))
                .map(repository -> ForgePermission.WRITE)
                .orElse(ForgePermission.NONE);
    }

    private static boolean is(Actor actor, ForgejoJson.User user) {
        return user != null && Long.toString(user.id()).equals(actor.id());
    }

    @Override
    public ForgeAnswer<Map<String, String>> remoteBranches(String prefix) {
        return RemoteBranches.read(access, prefix, timeout);
    }

    @Override
    public ForgeAnswer<Optional<ForgeMergeRequest>> mergeRequestFor(String branch) {
        return inRepository(at -> pages(
                        page -> calls.list(
                                "listing pull requests",
                                new TypeReference<List<ForgejoJson.Pull>>() {},
                                () -> api.pulls(at.owner(), at.name(), "open", page, PAGE)),
                        ForgejoJson.Pull::number))
                .map(pulls -> pulls.stream()
                        .filter(pull -> pull.comesFrom(branch, access.repositoryId()))
                        .max(Comparator.comparingLong(ForgejoJson.Pull::number))
                        .map(ForgejoJson.Pull::mergeRequest));
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> mergeRequest(long iid) {
        return inRepository(at -> calls.read(
                        "reading pull request " + iid,
                        ForgejoJson.Pull.class,
                        () -> api.pull(at.owner(), at.name(), iid)))
                .map(ForgejoJson.Pull::mergeRequest);
    }

    @Override
    public ForgeAnswer<List<IssueComment>> comments(long iid) {
        return inRepository(at -> calls.list(
                        "listing the comments of issue " + iid,
                        new TypeReference<List<ForgejoJson.Comment>>() {},
                        () -> api.comments(at.owner(), at.name(), iid)))
                .map(comments -> comments.stream()
                        .sorted(Comparator.comparingLong(ForgejoJson.Comment::id))
                        .map(ForgejoJson.Comment::comment)
                        .toList());
    }

    @Override
    public ForgeAnswer<String> postComment(long iid, String body) {
        return inRepository(at -> calls.read(
                        "commenting on issue " + iid,
                        ForgejoJson.Comment.class,
                        () -> api.postComment(at.owner(), at.name(), iid, new ForgejoApi.Text(body))))
                .map(comment -> Long.toString(comment.id()));
    }

    @Override
    public ForgeAnswer<Done> editComment(long iid, String commentId, String body) {
        return inRepository(at -> calls.act(
                "editing comment " + commentId,
                () -> api.editComment(at.owner(), at.name(), commentId, new ForgejoApi.Text(body))));
    }

    @Override
    public ForgeAnswer<Done> addLabel(long iid, String label) {
        return inRepository(at -> labels(at)
                .then(labels -> labels.stream()
                        .filter(known -> known.name().equals(label))
                        .findFirst()
                        .map(known -> calls.act(
                                "labelling issue " + iid,
                                () -> api.addLabels(
                                        at.owner(), at.name(), iid, new ForgejoApi.LabelIds(List.of(known.id())))))
                        .orElseGet(() -> ForgeAnswer.failed(
                                new ForgeFailure.Rejected(0, "the project has no label of the name " + label)))));
    }

    @Override
    public ForgeAnswer<Done> removeLabel(long iid, String label) {
        return readIssue(iid)
                .then(issue -> issue.labelsOrNone().stream()
                        .filter(borne -> borne.name().equals(label))
                        .findFirst()
                        .map(borne -> inRepository(at -> calls.act(
                                "taking a label off issue " + iid,
                                () -> api.removeLabel(at.owner(), at.name(), iid, borne.id()))))
                        .orElse(ForgeAnswer.ok(Done.DONE)));
    }

    @Override
    public ForgeAnswer<Done> ensureLabels(List<ForgeLabel> needed) {
        return inRepository(at -> labels(at).then(labels -> {
            Set<String> known = new HashSet<>();
            labels.forEach(label -> known.add(label.name()));
            ForgeAnswer<Done> so = ForgeAnswer.ok(Done.DONE);
            for (ForgeLabel label : needed) {
                if (known.add(label.name())) {
                    so = so.then(done -> calls.act(
                            "making a label",
                            () -> api.makeLabel(
                                    at.owner(),
                                    at.name(),
                                    new ForgejoApi.NewLabel(label.name(), "#" + label.color(), label.description()))));
                }
            }
            return so;
        }));
    }

    private ForgeAnswer<List<ForgejoJson.Label>> labels(Path at) {
        return pages(
                page -> calls.list(
                        "listing labels",
                        new TypeReference<List<ForgejoJson.Label>>() {},
                        () -> api.labels(at.owner(), at.name(), page, PAGE)),
                ForgejoJson.Label::id);
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> openMergeRequest(NewMergeRequest request) {
        ForgejoApi.NewPull pull = new ForgejoApi.NewPull(
                request.branch(), request.base(), DraftTitle.draft(request.title()), request.body());
        return inRepository(at -> calls.read(
                        "opening a pull request",
                        ForgejoJson.Pull.class,
                        () -> api.openPull(at.owner(), at.name(), pull)))
                .map(ForgejoJson.Pull::mergeRequest);
    }

    @Override
    public ForgeAnswer<Done> assign(long iid, ForgeAccount account) {
        return inRepository(at -> calls.act(
                "assigning " + iid,
                () -> api.editIssue(at.owner(), at.name(), iid, new ForgejoApi.Assignees(List.of(account.login())))));
    }

    @Override
    public ForgeAnswer<Done> installHook(ForgeHook wanted) {
        ForgejoApi.Hook hook = new ForgejoApi.Hook(
                access.kind().wire(), new HookTarget(wanted.url(), "json", wanted.secret()), HOOK_EVENTS, true);
        return inRepository(at -> pages(
                        page -> calls.list(
                                "listing webhooks",
                                new TypeReference<List<ForgejoJson.KnownHook>>() {},
                                () -> api.hooks(at.owner(), at.name(), page, PAGE)),
                        ForgejoJson.KnownHook::id)
                .then(known -> known.stream()
                        .filter(other -> other.config() != null
                                && wanted.url().equals(other.config().url()))
                        .findFirst()
                        .map(same -> calls.act(
                                "correcting the webhook", () -> api.editHook(at.owner(), at.name(), same.id(), hook)))
                        .orElseGet(() -> calls.act(
                                "registering the webhook", () -> api.makeHook(at.owner(), at.name(), hook)))));
    }

    @Override
    public int textLimit() {
        return TEXT_LIMIT;
    }

    /** All pages of a list; a page that brings nothing new ends it, in case a server ignores the page number. */
    private static <T> ForgeAnswer<List<T>> pages(IntFunction<ForgeAnswer<List<T>>> read, ToLongFunction<T> id) {
        List<T> all = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (int page = 1; page <= MOST_PAGES; page++) {
            switch (read.apply(page)) {
                case ForgeAnswer.Failed<List<T>> failed -> {
                    return failed;
                }
                case ForgeAnswer.Ok<List<T>>(List<T> items) -> {
                    List<T> fresh = items.stream()
                            .filter(item -> seen.add(id.applyAsLong(item)))
                            .toList();
                    all.addAll(fresh);
                    if (fresh.isEmpty()) {
                        return ForgeAnswer.ok(all);
                    }
                }
            }
        }
        return ForgeAnswer.ok(all);
    }

    private <T> ForgeAnswer<T> inRepository(Function<Path, ForgeAnswer<T>> call) {
        return path.in(call);
    }
}

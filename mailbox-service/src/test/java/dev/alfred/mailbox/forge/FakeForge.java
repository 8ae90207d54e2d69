package dev.alfred.mailbox.forge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueSnapshot;
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

/**
 * A forge in memory with one repository, that fails on demand: before it does what was asked ({@link #failNext}), or
 * after it ({@link #loseAnswer}), as when a process dies between the call and its record.
 */
public final class FakeForge implements ForgeClient {
    public static final ForgeAccount BOT = new ForgeAccount("9", "alfred");

    public final List<IssueComment> comments = new CopyOnWriteArrayList<>();
    public final Set<String> issueLabels = new LinkedHashSet<>();
    public final Set<String> projectLabels = new LinkedHashSet<>();
    public final List<ForgeMergeRequest> mergeRequests = new ArrayList<>();
    public final Map<Long, String> assigned = new HashMap<>();
    public final List<NewMergeRequest> opened = new ArrayList<>();
    public IssueAnswer issue;

    private final Map<String, Deque<ForgeFailure>> before = new HashMap<>();
    private final Map<String, Deque<ForgeFailure>> after = new HashMap<>();
    private int numbers = 100;

    public void failNext(String operation, ForgeFailure failure) {
        before.computeIfAbsent(operation, name -> new ArrayDeque<>()).add(failure);
    }

    public void loseAnswer(String operation) {
        after.computeIfAbsent(operation, name -> new ArrayDeque<>()).add(new ForgeFailure.Unreachable("no answer"));
    }

    private <T> ForgeAnswer<T> asked(String operation, Supplier<ForgeAnswer<T>> effect) {
        ForgeFailure first = before.getOrDefault(operation, new ArrayDeque<>()).poll();
        if (first != null) {
            return ForgeAnswer.failed(first);
        }
        ForgeAnswer<T> answer = effect.get();
        ForgeFailure lost = after.getOrDefault(operation, new ArrayDeque<>()).poll();
        return lost == null ? answer : ForgeAnswer.failed(lost);
    }

    public IssueComment commentBy(ForgeAccount account, String body) {
        IssueComment comment = new IssueComment(
                Integer.toString(numbers++), body, new Actor(account.id(), account.login(), false), null, null, null);
        comments.add(comment);
        return comment;
    }

    @Override
    public ForgeAnswer<ForgeRepository> repository() {
        return ForgeAnswer.ok(
                new ForgeRepository("1", "o/r", "main", false, true, false, ForgePermission.WRITE, "http://f/o/r.git"));
    }

    @Override
    public ForgeAnswer<ForgeAccount> bot() {
        return asked("bot", () -> ForgeAnswer.ok(BOT));
    }

    @Override
    public IssueAnswer issue(long iid) {
        return issue != null
                ? issue
                : new IssueAnswer.Present(new IssueSnapshot(
                        iid,
                        "7",
                        "T",
                        "",
                        true,
                        null,
                        List.copyOf(issueLabels),
                        Actor.GHOST,
                        false,
                        false,
                        null,
                        null));
    }

    @Override
    public ForgePermission permission(Actor actor) {
        return ForgePermission.NONE;
    }

    @Override
    public ForgeAnswer<Map<String, String>> remoteBranches(String prefix) {
        return ForgeAnswer.ok(Map.of());
    }

    @Override
    public ForgeAnswer<Optional<ForgeMergeRequest>> mergeRequestFor(String branch) {
        return asked(
                "mergeRequestFor",
                () -> ForgeAnswer.ok(mergeRequests.stream()
                        .filter(request -> request.open() && request.branch().equals(branch))
                        .findFirst()));
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> mergeRequest(long iid) {
        throw new UnsupportedOperationException("no write reads a merge request by its number");
    }

    @Override
    public ForgeAnswer<List<IssueComment>> comments(long iid) {
        return asked("comments", () -> ForgeAnswer.ok(List.copyOf(comments)));
    }

    @Override
    public ForgeAnswer<String> postComment(long iid, String body) {
        return asked("postComment", () -> ForgeAnswer.ok(commentBy(BOT, body).id()));
    }

    @Override
    public ForgeAnswer<Done> editComment(long iid, String commentId, String body) {
        return asked("editComment", () -> {
            boolean known = comments.removeIf(comment -> comment.id().equals(commentId));
            if (!known) {
                return ForgeAnswer.failed(new ForgeFailure.NotFound("no such comment"));
            }
            comments.add(new IssueComment(commentId, body, new Actor(BOT.id(), BOT.login(), false), null, null, null));
            return ForgeAnswer.ok(Done.DONE);
        });
    }

    @Override
    public ForgeAnswer<Done> addLabel(long iid, String label) {
        return asked("addLabel", () -> {
            if (!projectLabels.contains(label)) {
                return ForgeAnswer.failed(new ForgeFailure.Rejected(0, "no such label"));
            }
            issueLabels.add(label);
            return ForgeAnswer.ok(Done.DONE);
        });
    }

    @Override
    public ForgeAnswer<Done> removeLabel(long iid, String label) {
        return asked("removeLabel", () -> {
            issueLabels.remove(label);
            return ForgeAnswer.ok(Done.DONE);
        });
    }

    @Override
    public ForgeAnswer<Done> ensureLabels(List<ForgeLabel> labels) {
        return asked("ensureLabels", () -> {
            labels.forEach(label -> projectLabels.add(label.name()));
            return ForgeAnswer.ok(Done.DONE);
        });
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> openMergeRequest(NewMergeRequest request) {
        return asked("openMergeRequest", () -> {
            ForgeMergeRequest made = new ForgeMergeRequest(
                    numbers++,
                    "1",
                    "http://f",
                    request.title(),
                    request.branch(),
                    request.base(),
                    "c",
                    true,
                    false,
                    true);
            mergeRequests.add(made);
            opened.add(request);
            return ForgeAnswer.ok(made);
        });
    }

    @Override
    public ForgeAnswer<Done> assign(long iid, ForgeAccount account) {
        return asked("assign", () -> {
            assigned.put(iid, account.login());
            return ForgeAnswer.ok(Done.DONE);
        });
    }

    @Override
    public ForgeAnswer<Done> installHook(ForgeHook hook) {
        return ForgeAnswer.ok(Done.DONE);
    }

    @Override
    public int textLimit() {
        return 10_000;
    }
}

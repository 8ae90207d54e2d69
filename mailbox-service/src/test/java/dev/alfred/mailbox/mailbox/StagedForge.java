package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeClients;
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

/** A forge on which tests say what is there: issues, who may write, branches, and whether it can be reached. */
@Alternative
@Singleton
public class StagedForge implements ForgeClients, ForgeClient {
    static final ForgeAccount BOT = new ForgeAccount("99", "alfred-bot");

    final Map<Long, IssueSnapshot> issues = new ConcurrentHashMap<>();
    final Set<String> writers = ConcurrentHashMap.newKeySet();
    final Set<String> branches = new ConcurrentSkipListSet<>();
    final Set<String> labelsMade = new ConcurrentSkipListSet<>();
    final List<String> posted = new CopyOnWriteArrayList<>();
    final List<NewMergeRequest> offered = new CopyOnWriteArrayList<>();
    final List<ForgeHook> hooks = new CopyOnWriteArrayList<>();
    final Map<Long, List<IssueComment>> saidBefore = new ConcurrentHashMap<>();
    volatile boolean away;
    volatile boolean refusing;
    volatile boolean empty;
    volatile String defaultBranch = "main";

    private final List<IssueComment> comments = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger(9_000);

    @Override
    public boolean speaks(ForgeKind kind) {
        return true;
    }

    @Override
    public ForgeClient open(ForgeAccess access) {
        return this;
    }

    void back() {
        away = false;
        refusing = false;
        defaultBranch = "main";
        empty = false;
        branches.clear();
    }

    private <T> ForgeAnswer<T> answer(T value) {
        return failure().<ForgeAnswer<T>>map(ForgeAnswer::failed).orElseGet(() -> ForgeAnswer.ok(value));
    }

    private Optional<ForgeFailure> failure() {
        if (away) {
            return Optional.of(new ForgeFailure.Unreachable("no answer"));
        }
        return refusing ? Optional.of(new ForgeFailure.Unauthorized("401")) : Optional.empty();
    }

    @Override
    public ForgeAnswer<ForgeRepository> repository() {
        return answer(new ForgeRepository(
                "42",
                "acme/shop",
                empty ? null : defaultBranch,
                empty,
                true,
                false,
                ForgePermission.WRITE,
                "http://f/a/s.git"));
    }

    @Override
    public ForgeAnswer<ForgeAccount> bot() {
        return answer(BOT);
    }

    @Override
    public IssueAnswer issue(long iid) {
        if (failure().isPresent()) {
            return new IssueAnswer.Failed(failure().get());
        }
        return issues.containsKey(iid) ? new IssueAnswer.Present(issues.get(iid)) : new IssueAnswer.Gone();
    }

    @Override
    public ForgePermission permission(Actor actor) {
        return failure().isEmpty() && writers.contains(actor.id()) ? ForgePermission.WRITE : ForgePermission.NONE;
    }

    @Override
    public ForgeAnswer<Map<String, String>> remoteBranches(String prefix) {
        Map<String, String> found = new ConcurrentHashMap<>();
        branches.stream().filter(name -> name.startsWith(prefix)).forEach(name -> found.put(name, "c0ffee"));
        return answer(found);
    }

    @Override
    public ForgeAnswer<Optional<ForgeMergeRequest>> mergeRequestFor(String branch) {
        return answer(Optional.empty());
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> mergeRequest(long iid) {
        return answer(new ForgeMergeRequest(iid, "1", "u", "t", "b", "main", "c", false, true, false));
    }

    @Override
    public ForgeAnswer<List<IssueComment>> comments(long iid) {
        List<IssueComment> all = new ArrayList<>(saidBefore.getOrDefault(iid, List.of()));
        all.addAll(comments);
        return answer(all);
    }

    @Override
    public ForgeAnswer<String> postComment(long iid, String body) {
        if (!away) {
            posted.add(iid + ": " + body);
        }
        String id = String.valueOf(numbers.getAndIncrement());
        if (!away) {
            comments.add(new IssueComment(
                    id, body, new Actor(BOT.id(), BOT.login(), false), Instant.EPOCH, Instant.EPOCH, null));
        }
        return answer(id);
    }

    @Override
    public ForgeAnswer<Done> editComment(long iid, String commentId, String body) {
        return answer(Done.DONE);
    }

    @Override
    public ForgeAnswer<Done> addLabel(long iid, String label) {
        return answer(Done.DONE);
    }

    @Override
    public ForgeAnswer<Done> removeLabel(long iid, String label) {
        return answer(Done.DONE);
    }

    @Override
    public ForgeAnswer<Done> ensureLabels(List<ForgeLabel> labels) {
        labels.forEach(label -> labelsMade.add(label.name()));
        return answer(Done.DONE);
    }

    @Override
    public ForgeAnswer<ForgeMergeRequest> openMergeRequest(NewMergeRequest request) {
        offered.add(request);
        return answer(new ForgeMergeRequest(
                77,
                "770",
                "https://forge.example/acme/shop/pulls/77",
                request.title(),
                request.branch(),
                request.base(),
                "c",
                true,
                false,
                true));
    }

    @Override
    public ForgeAnswer<Done> assign(long iid, ForgeAccount account) {
        return answer(Done.DONE);
    }

    @Override
    public ForgeAnswer<Done> installHook(ForgeHook hook) {
        hooks.add(hook);
        return answer(Done.DONE);
    }

    @Override
    public int textLimit() {
        return 65_000;
    }
}

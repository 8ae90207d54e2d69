package dev.alfred.local.forge.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.CommitStatus;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Review;

/** Everything one repository holds beside its git data. Touched only inside {@link ForgeStore}'s read and change. */
public final class RepositoryState {

    private Project project;
    private long lastNumber;
    private final TreeMap<Long, Label> labels = new TreeMap<>();
    private final TreeMap<Long, Issue> issues = new TreeMap<>();
    private final TreeMap<Long, Comment> comments = new TreeMap<>();
    private final TreeMap<Long, Review> reviews = new TreeMap<>();
    private final TreeMap<Long, CommitStatus> statuses = new TreeMap<>();
    private final TreeMap<Long, Hook> hooks = new TreeMap<>();

    RepositoryState(RepositorySnapshot snapshot) {
        project = snapshot.project();
        lastNumber = snapshot.lastNumber();
        snapshot.labels().forEach(this::put);
        snapshot.issues().forEach(this::put);
        snapshot.comments().forEach(this::put);
        snapshot.reviews().forEach(this::put);
        snapshot.statuses().forEach(this::put);
        snapshot.hooks().forEach(this::put);
    }

    RepositorySnapshot snapshot() {
        return new RepositorySnapshot(
                project,
                lastNumber,
                List.copyOf(labels.values()),
                List.copyOf(issues.values()),
                List.copyOf(comments.values()),
                List.copyOf(reviews.values()),
                List.copyOf(statuses.values()),
                List.copyOf(hooks.values()));
    }

    public Project project() {
        return project;
    }

    public void put(Project changed) {
        project = changed;
    }

    /** Numbers are never given twice, not even after a deletion. */
    public long nextNumber() {
        return ++lastNumber;
    }

    public Collection<Label> labels() {
        return new ArrayList<>(labels.values());
    }

    public Optional<Label> label(long id) {
        return Optional.ofNullable(labels.get(id));
    }

    public void put(Label label) {
        labels.put(label.id(), label);
    }

    public void removeLabel(long id) {
        labels.remove(id);
    }

    public Collection<Issue> issues() {
        return new ArrayList<>(issues.values());
    }

    public Optional<Issue> issue(long number) {
        return Optional.ofNullable(issues.get(number));
    }

    public Issue put(Issue issue) {
        issues.put(issue.number(), issue);
        return issue;
    }

    /** Takes the conversation with it. */
    public void removeIssue(long number) {
        issues.remove(number);
        comments.values().removeIf(comment -> comment.number() == number);
        reviews.values().removeIf(review -> review.number() == number);
    }

    public List<Comment> comments(long number) {
        return comments.values().stream()
                .filter(comment -> comment.number() == number)
                .toList();
    }

    public Optional<Comment> comment(long id) {
        return Optional.ofNullable(comments.get(id));
    }

    public Comment put(Comment comment) {
        comments.put(comment.id(), comment);
        return comment;
    }

    public void removeComment(long id) {
        comments.remove(id);
    }

    public List<Review> reviews(long number) {
        return reviews.values().stream()
                .filter(review -> review.number() == number)
                .toList();
    }

    public Optional<Review> review(long id) {
        return Optional.ofNullable(reviews.get(id));
    }

    public Review put(Review review) {
        reviews.put(review.id(), review);
        return review;
    }

    /** Newest first, as the forge lists them. */
    public List<CommitStatus> statuses(String sha) {
        return statuses.descendingMap().values().stream()
                .filter(status -> status.sha().equals(sha))
                .toList();
    }

    public CommitStatus put(CommitStatus status) {
        statuses.put(status.id(), status);
        return status;
    }

    public Collection<Hook> hooks() {
        return new ArrayList<>(hooks.values());
    }

    public Optional<Hook> hook(long id) {
        return Optional.ofNullable(hooks.get(id));
    }

    public Hook put(Hook hook) {
        hooks.put(hook.id(), hook);
        return hook;
    }

    public void removeHook(long id) {
        hooks.remove(id);
    }
}

package dev.alfred.local.forge.pull;

import java.util.List;
import java.util.function.Consumer;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.hook.HookType;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Review;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.Json;
import dev.alfred.local.forge.view.UserViews;

/** Takes reviews in. */
@ApplicationScoped
public class ReviewHandler {

    private final ForgeStore store;
    private final ForgeClock clock;
    private final HookEvents events;
    private final UserViews users;

    ReviewHandler(ForgeStore store, ForgeClock clock, HookEvents events, UserViews users) {
        this.store = store;
        this.clock = clock;
        this.events = events;
        this.users = users;
    }

    /** A review as it is sent in. */
    public record NewReview(Review.State event, String body, String commitId, List<NewLineComment> comments) {}

    /** A remark at a line of the new or of the old file. */
    public record NewLineComment(String path, String body, Long newPosition, Long oldPosition) {}

    public Review submit(RepositoryState repository, Account author, long number, NewReview wish) {
        return store.change(repository, state -> {
            Issue issue = PullHandler.find(state, number);
            Review.State verdict = wish.event() == null ? Review.State.PENDING : wish.event();
            if (verdict != Review.State.COMMENT
                    && verdict != Review.State.PENDING
                    && issue.author().equals(author.login())) {
                throw ForgeError.invalid("approve or reject your own pull is not allowed");
            }
            Review review = state.put(new Review(
                    store.nextId(Kind.REVIEW),
                    number,
                    author.login(),
                    verdict,
                    wish.body() == null ? "" : wish.body(),
                    wish.commitId() == null ? issue.pull().headSha() : wish.commitId(),
                    clock.now(),
                    comments(wish)));
            tell(state, issue, review, author);
            return review;
        });
    }

    private List<Review.LineComment> comments(NewReview wish) {
        if (wish.comments() == null) {
            return List.of();
        }
        return wish.comments().stream()
                .map(comment -> new Review.LineComment(
                        store.nextId(Kind.LINE_COMMENT),
                        comment.path(),
                        comment.newPosition() == null ? 0 : comment.newPosition(),
                        comment.body(),
                        null))
                .toList();
    }

    private void tell(RepositoryState state, Issue issue, Review review, Account author) {
        switch (review.state()) {
            case APPROVED -> tell(state, HookType.REVIEW_APPROVED, issue, review, author);
            case REQUEST_CHANGES -> tell(state, HookType.REVIEW_REJECTED, issue, review, author);
            case COMMENT -> tell(state, HookType.REVIEW_COMMENT, issue, review, author);
            case PENDING -> {}
        }
    }

    private void tell(RepositoryState state, HookType type, Issue issue, Review review, Account author) {
        Consumer<ObjectNode> addition = payload -> {
            payload.set("requested_reviewer", users.user(author));
            payload.set("review", Json.object().put("type", type.type()).put("content", review.body()));
        };
        events.issue(state, type, "reviewed", issue, author, addition);
    }
}

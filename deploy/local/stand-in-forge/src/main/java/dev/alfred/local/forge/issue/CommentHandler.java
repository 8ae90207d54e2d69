package dev.alfred.local.forge.issue;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;

/** Writes, edits and deletes comments on issues and pull requests. */
@ApplicationScoped
public class CommentHandler {

    private final ForgeStore store;
    private final ForgeClock clock;
    private final HookEvents events;

    CommentHandler(ForgeStore store, ForgeClock clock, HookEvents events) {
        this.store = store;
        this.clock = clock;
        this.events = events;
    }

    public Comment write(RepositoryState repository, Account author, long number, String body) {
        requireText(body);
        return store.change(repository, state -> {
            Issue issue = state.put(IssueHandler.find(state, number).touched(clock.now()));
            Comment comment = state.put(
                    new Comment(store.nextId(Kind.COMMENT), number, author.login(), body, clock.now(), clock.now()));
            events.comment(state, "created", issue, comment, author, HookEvents.PLAIN);
            return comment;
        });
    }

    public Comment edit(RepositoryState repository, Account editor, long id, String body) {
        requireText(body);
        return store.change(repository, state -> {
            Comment old = find(state, id);
            if (old.body().equals(body)) {
                return old;
            }
            Comment comment = state.put(old.saying(body, clock.now()));
            Issue issue = IssueHandler.find(state, comment.number());
            events.comment(state, "edited", issue, comment, editor, HookEvents.changed("body", old.body()));
            return comment;
        });
    }

    public void delete(RepositoryState repository, Account actor, long id) {
        store.change(repository, state -> {
            Comment comment = find(state, id);
            state.removeComment(id);
            Issue issue = IssueHandler.find(state, comment.number());
            events.comment(state, "deleted", issue, comment, actor, HookEvents.PLAIN);
            return id;
        });
    }

    static Comment find(RepositoryState state, long id) {
        return state.comment(id).orElseThrow(ForgeError::notFound);
    }

    private static void requireText(String body) {
        if (body == null || body.isBlank()) {
            throw ForgeError.invalid("[Body]: Required");
        }
    }
}

package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.mailbox.forge.model.ForgeMarker;
import dev.alfred.mailbox.phase.model.Bot;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptComment;
import dev.alfred.mailbox.prompt.model.PromptInput.Voice;

/** Makes an issue's conversation from the events that told it: each comment in its author's last words. Pure. */
public final class ConversationReader {
    private ConversationReader() {}

    /**
     * Comments whose author's rights are not known yet are left out, as are the living status comment and the words
     * that somebody put into another's mouth.
     */
    public static List<PromptComment> read(List<MailboxEventRecord> events, Bot bot, String statusComment) {
        Map<String, PromptComment> comments = new LinkedHashMap<>();
        events.forEach(event -> before(comments, event, bot));
        for (MailboxEventRecord event : events) {
            if (event.input() instanceof Input.IssueHappened(IssueEvent happened)) {
                tell(comments, event, happened, bot);
            }
        }
        if (statusComment != null) {
            comments.remove(statusComment);
        }
        return List.copyOf(comments.values());
    }

    private static void tell(
            Map<String, PromptComment> comments, MailboxEventRecord event, IssueEvent happened, Bot bot) {
        switch (happened) {
            case IssueEvent.Commented(var context, var issue, IssueComment comment) -> {
                if (known(event)) {
                    comments.put(comment.id(), spoken(comment, context.actor(), event, bot));
                }
            }
            case IssueEvent.CommentEdited(var context, var issue, IssueComment comment, var former) -> {
                if (known(event) && same(comment.author(), context.actor())) {
                    comments.put(comment.id(), spoken(comment, context.actor(), event, bot));
                }
            }
            case IssueEvent.CommentDeleted(var context, var issue, IssueComment comment) ->
                comments.remove(comment.id());
            case IssueEvent.Opened ignored -> none();
            case IssueEvent.Edited ignored -> none();
            case IssueEvent.Labeled ignored -> none();
            case IssueEvent.Unlabeled ignored -> none();
            case IssueEvent.LabelsChanged ignored -> none();
            case IssueEvent.Closed ignored -> none();
            case IssueEvent.Reopened ignored -> none();
            case IssueEvent.Deleted ignored -> none();
        }
    }

    /** What was read from the forge at the first run, for the time before the first webhook. */
    private static void before(Map<String, PromptComment> comments, MailboxEventRecord event, Bot bot) {
        if (event.facts().comments() == null) {
            return;
        }
        for (Facts.SaidBefore said : event.facts().comments()) {
            IssueComment comment = said.comment();
            Actor author = comment.author() == null ? Actor.GHOST : comment.author();
            boolean alfreds = bot.is(author);
            if (!alfreds || !comment.body().contains(ForgeMarker.STATUS)) {
                Voice voice = alfreds ? Voice.ALFRED : said.member() ? Voice.MEMBER : Voice.OUTSIDER;
                comments.put(
                        comment.id(),
                        new PromptComment(comment.id(), author.login(), voice, knownSince(event), comment.body()));
            }
        }
    }

    private static PromptComment spoken(IssueComment comment, Actor actor, MailboxEventRecord event, Bot bot) {
        return new PromptComment(
                comment.id(), actor.login(), voice(actor, event, bot), knownSince(event), comment.body());
    }

    private static Voice voice(Actor actor, MailboxEventRecord event, Bot bot) {
        if (bot.is(actor)) {
            return Voice.ALFRED;
        }
        return event.facts().actor() == Facts.Word.YES ? Voice.MEMBER : Voice.OUTSIDER;
    }

    /** By Alfred's own clock, so that a comment whose webhook came late is new to the run after. */
    private static Instant knownSince(MailboxEventRecord event) {
        return event.factsAt() == null ? event.receivedAt() : event.factsAt();
    }

    private static boolean known(MailboxEventRecord event) {
        return Set.of(EventState.READY, EventState.KEPT, EventState.DECIDED).contains(event.state());
    }

    private static boolean same(Actor author, Actor editor) {
        return author == null
                || (author.id() != null && editor.id() != null
                        ? author.id().equals(editor.id())
                        : author.login().equalsIgnoreCase(editor.login()));
    }

    private static void none() {
        // These tell no comment.
    }
}

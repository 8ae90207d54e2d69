package dev.alfred.mailbox.mailbox.model;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.phase.model.Bot;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptComment;
import dev.alfred.mailbox.prompt.model.PromptInput.Voice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConversationReaderTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Bot BOT = new Bot("99", "alfred-bot");
    private static final Actor MIA = new Actor("5", "mia", false);
    private static final Actor OTTO = new Actor("6", "otto", false);
    private static final Actor ALFRED = new Actor("99", "alfred-bot", false);
    private static final IssueSnapshot ISSUE =
            new IssueSnapshot(7, "7", "T", "", true, null, List.of(), MIA, false, false, null, NOW);

    private static IssueComment comment(String id, Actor author, String body) {
        return new IssueComment(id, body, author, NOW, NOW, null);
    }

    private static IssueEvent said(Actor actor, IssueComment comment) {
        return new IssueEvent.Commented(context(actor), ISSUE, comment);
    }

    private static IssueEvent edited(Actor actor, IssueComment comment) {
        return new IssueEvent.CommentEdited(context(actor), ISSUE, comment, null);
    }

    private static EventContext context(Actor actor) {
        return new EventContext(new UUID(0, 1), "forge", ForgeKind.FORGEJO, "42", "a/s", actor, NOW);
    }

    private static MailboxEventRecord event(Input input, EventState state, Facts facts) {
        return new MailboxEventRecord(
                new UUID(0, 1),
                1,
                new MailboxKey("acme-shop-issue-7"),
                "forge",
                EventKind.of(input),
                null,
                "x",
                input,
                state,
                Set.of(),
                facts,
                NOW,
                0,
                null,
                null,
                null,
                null,
                NOW,
                NOW,
                NOW,
                null);
    }

    private static MailboxEventRecord member(IssueEvent event) {
        return event(new Input.IssueHappened(event), EventState.DECIDED, Facts.NONE.actor(true));
    }

    private static MailboxEventRecord outsider(IssueEvent event) {
        return event(new Input.IssueHappened(event), EventState.DECIDED, Facts.NONE.actor(false));
    }

    private static List<String> read(MailboxEventRecord... events) {
        return ConversationReader.read(List.of(events), BOT, "900").stream()
                .map(comment -> comment.voice() + " " + comment.login() + ": " + comment.body())
                .toList();
    }

    @Test
    void tellsWhoseWordEachCommentIs() {
        assertThat(read(
                        member(said(MIA, comment("1", MIA, "one"))),
                        outsider(said(OTTO, comment("2", OTTO, "two"))),
                        outsider(said(ALFRED, comment("3", ALFRED, "three")))))
                .containsExactly("MEMBER mia: one", "OUTSIDER otto: two", "ALFRED alfred-bot: three");
    }

    @Test
    void takesAnEditByItsAuthorAndNoneByOthers() {
        assertThat(read(
                        member(said(MIA, comment("1", MIA, "one"))),
                        member(edited(MIA, comment("1", MIA, "one, better"))),
                        outsider(edited(OTTO, comment("1", MIA, "one, worse")))))
                .containsExactly("MEMBER mia: one, better");
    }

    @Test
    void leavesOutWhatIsDeletedTheStatusAndWhoseAuthorIsNotKnownYet() {
        assertThat(read(
                        member(said(MIA, comment("1", MIA, "one"))),
                        member(new IssueEvent.CommentDeleted(context(MIA), ISSUE, comment("1", MIA, "one"))),
                        outsider(said(ALFRED, comment("900", ALFRED, "Status"))),
                        event(
                                new Input.IssueHappened(said(MIA, comment("2", MIA, "two"))),
                                EventState.FACTS,
                                Facts.NONE)))
                .isEmpty();
    }

    @Test
    void beginsWithWhatWasSaidBefore() {
        Facts before = Facts.NONE.comments(List.of(
                new Facts.SaidBefore(comment("1", MIA, "an old word"), true),
                new Facts.SaidBefore(comment("2", OTTO, "another"), false),
                new Facts.SaidBefore(comment("3", MIA, "as it reads now"), true)));

        List<PromptComment> conversation = ConversationReader.read(
                List.of(
                        member(said(MIA, comment("3", MIA, "as it read then"))),
                        event(new Input.BranchesAsked(), EventState.DECIDED, before)),
                BOT,
                null);

        assertThat(conversation)
                .extracting(PromptComment::body)
                .containsExactly("an old word", "another", "as it read then");
        assertThat(conversation)
                .extracting(PromptComment::voice)
                .containsExactly(Voice.MEMBER, Voice.OUTSIDER, Voice.MEMBER);
    }
}

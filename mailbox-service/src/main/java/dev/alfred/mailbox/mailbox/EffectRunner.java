package dev.alfred.mailbox.mailbox;

import java.time.Instant;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.forge.ForgeWrites;
import dev.alfred.mailbox.forge.model.ForgeWrite;
import dev.alfred.mailbox.forge.model.ForgeWrite.CommentKind;
import dev.alfred.mailbox.forge.model.ForgeWrite.ReplyTo;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRunRepository;
import dev.alfred.mailbox.phase.model.Due;
import dev.alfred.mailbox.phase.model.Effect;
import dev.alfred.mailbox.phase.model.FactsPlanner;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.messaging.Outbox;
import dev.alfred.messaging.UuidV7;

/** Makes a decision's effects happen, all within the deciding transaction: messages, writes to the forge, new events. */
@ApplicationScoped
public class EffectRunner {
    private final RunRequester requester;
    private final MailboxEventRepository events;
    private final MailboxRunRepository runs;
    private final ForgeWrites writes;
    private final Outbox outbox;
    private final AuditTrail audit;
    private final Event<MailboxesChanged> changed;

    EffectRunner(
            RunRequester requester,
            MailboxEventRepository events,
            MailboxRunRepository runs,
            ForgeWrites writes,
            Outbox outbox,
            AuditTrail audit,
            Event<MailboxesChanged> changed) {
        this.requester = requester;
        this.events = events;
        this.runs = runs;
        this.writes = writes;
        this.outbox = outbox;
        this.audit = audit;
        this.changed = changed;
    }

    @Transactional(TxType.MANDATORY)
    void run(MailboxState mailbox, Effect effect, UUID cause, DecisionScope scope, Instant now) {
        switch (effect) {
            case Effect.RequestRun request -> requester.request(mailbox, request, scope, now);
            case Effect.CancelRun(UUID run, String by, String why) -> cancel(mailbox, run, by, why, now);
            case Effect.ReadBranches() -> readBranches(mailbox, scope, now);
            case Effect.PostComment(Effect.Tone tone, String text, Due.Ask ask) ->
                write(
                        mailbox,
                        cause,
                        scope,
                        new ForgeWrite.PostComment(
                                mailbox.issue().iid(), kind(tone), text, replyTo(mailbox, tone, ask)));
            case Effect.OpenMergeRequest(String branch, String base, String title, String body) ->
                write(
                        mailbox,
                        cause,
                        scope,
                        new ForgeWrite.OpenMergeRequest(mailbox.issue().iid(), branch, base, title, body));
            case Effect.PublishFrozen(String branch) ->
                outbox.append(
                        new MailboxEvent.Frozen(mailbox.key(), mailbox.revision(), mailbox.project(), branch, now),
                        mailbox.key().value());
            case Effect.PublishClosed(var closeCause) ->
                outbox.append(
                        new MailboxEvent.Closed(mailbox.key(), mailbox.revision(), closeCause, now),
                        mailbox.key().value());
            case Effect.PublishReopened() ->
                outbox.append(
                        new MailboxEvent.Reopened(mailbox.key(), mailbox.revision(), now),
                        mailbox.key().value());
        }
    }

    /** In shadow mode a write is kept for people to read; with Alfred off there is none. */
    @Transactional(TxType.MANDATORY)
    void write(MailboxState mailbox, UUID cause, DecisionScope scope, ForgeWrite write) {
        switch (scope.settings().mode()) {
            case LIVE -> writes.enqueue(mailbox.project(), mailbox.key(), cause, write);
            case SHADOW -> writes.recordUnsent(mailbox.project(), mailbox.key(), cause, write);
            case OFF -> nothing();
        }
    }

    private void cancel(MailboxState mailbox, UUID run, String by, String why, Instant now) {
        outbox.append(
                new RunCancelRequested(run, mailbox.key(), by, why, now),
                mailbox.key().value());
        audit.record(by, "run.cancel-requested", "run:" + run, "done", why);
    }

    private void readBranches(MailboxState mailbox, DecisionScope scope, Instant now) {
        Input asked = new Input.BranchesAsked();
        events.add(new NewMailboxEvent(
                UuidV7.next(),
                mailbox.key(),
                mailbox.project(),
                scope.project().connection(),
                null,
                null,
                null,
                asked,
                FactsPlanner.plan(mailbox, asked, scope.bot(), scope.settings().triggerLabel()),
                now,
                now,
                now));
        changed.fire(new MailboxesChanged(now));
    }

    private ReplyTo replyTo(MailboxState mailbox, Effect.Tone tone, Due.Ask ask) {
        if (ask != null) {
            return ask.commentId() == null ? null : new ReplyTo(ask.commentId(), ask.by());
        }
        if (tone != Effect.Tone.ANSWER) {
            return null;
        }
        return runs.find(mailbox.work().lastRun().id())
                .filter(run -> run.replyTo() != null)
                .map(run -> new ReplyTo(run.replyTo(), run.replyToLogin()))
                .orElse(null);
    }

    private static CommentKind kind(Effect.Tone tone) {
        return switch (tone) {
            case PLAN -> CommentKind.PLAN;
            case ANSWER -> CommentKind.ANSWER;
            case QUESTION -> CommentKind.QUESTION;
            case SUMMARY -> CommentKind.SUMMARY;
            case NOTICE -> CommentKind.NOTICE;
            case FAILURE -> CommentKind.FAILURE;
        };
    }

    private static void nothing() {
        // Off means off.
    }
}

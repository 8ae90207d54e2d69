package dev.alfred.mailbox.mailbox;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runrequests.RunBranch;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.mailbox.mailbox.model.ConversationReader;
import dev.alfred.mailbox.mailbox.model.MailboxRun;
import dev.alfred.mailbox.mailbox.store.MailboxEventRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;
import dev.alfred.mailbox.mailbox.store.MailboxRunRepository;
import dev.alfred.mailbox.phase.model.Due;
import dev.alfred.mailbox.phase.model.Effect;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.prompt.PromptWriter;
import dev.alfred.mailbox.prompt.model.PromptInput;
import dev.alfred.mailbox.prompt.model.PromptInput.OutsiderTexts;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptIssue;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptRequest;
import dev.alfred.mailbox.prompt.model.PromptInput.PromptSince;
import dev.alfred.mailbox.setting.model.UntrustedText;
import dev.alfred.messaging.Outbox;

/** Asks run-orchestrator for a run, with its prompts and settings as of the deciding transaction. */
@ApplicationScoped
public class RunRequester {
    private final MailboxEventRepository events;
    private final MailboxRepository mailboxes;
    private final MailboxRunRepository runs;
    private final PromptWriter prompts;
    private final Outbox outbox;

    RunRequester(
            MailboxEventRepository events,
            MailboxRepository mailboxes,
            MailboxRunRepository runs,
            PromptWriter prompts,
            Outbox outbox) {
        this.events = events;
        this.mailboxes = mailboxes;
        this.runs = runs;
        this.prompts = prompts;
        this.outbox = outbox;
    }

    @Transactional(TxType.MANDATORY)
    void request(MailboxState mailbox, Effect.RequestRun run, DecisionScope scope, Instant now) {
        Due.Ask last = run.asks().getLast();
        Due.Ask reply = run.asks().reversed().stream()
                .filter(ask -> ask.commentId() != null)
                .findFirst()
                .orElse(null);
        outbox.append(message(mailbox, run, scope, last, now), mailbox.key().value());
        runs.add(
                mailbox.key(),
                MailboxRun.requested(
                        run.run(),
                        run.phase(),
                        digest(mailbox),
                        last.by(),
                        reply == null ? null : reply.commentId(),
                        reply == null ? null : reply.by(),
                        now),
                last.cause());
        events.ledTo(run.asks().stream().map(Due.Ask::cause).toList(), run.run());
    }

    private RunRequested message(
            MailboxState mailbox, Effect.RequestRun run, DecisionScope scope, Due.Ask last, Instant now) {
        var project = scope.project();
        var branch = mailbox.branch();
        return new RunRequested(
                run.run(),
                mailbox.key(),
                mailbox.kind(),
                mailbox.revision(),
                new RunProject(
                        project.id(), project.organization(), project.slug(), project.forge(), project.cloneUrl()),
                run.phase(),
                new RunBranch(branch.name(), branch.base(), branch.pushed()),
                prompts(mailbox, run, scope),
                scope.settings().forRun(run.phase()),
                run.fresh(),
                run.tainted(),
                last.by() == null ? "alfred" : last.by(),
                last.cause(),
                now);
    }

    private RunPrompts prompts(MailboxState mailbox, Effect.RequestRun run, DecisionScope scope) {
        var issue = mailbox.issue();
        var branch = mailbox.branch();
        var lastRun = mailbox.work().lastRun();
        String head = branch.pushed() && lastRun != null ? lastRun.commit() : null;
        return prompts.write(new PromptInput(
                run.run(),
                run.phase(),
                new PromptIssue(issue.iid(), issue.title(), Texts.bounded(issue.body()), issue.author()),
                branch.name(),
                branch.base(),
                head,
                request(run.asks()),
                ConversationReader.read(
                        events.comments(mailbox.key()),
                        scope.bot(),
                        mailboxes.statusComment(mailbox.key()).orElse(null)),
                scope.settings().untrustedText() == UntrustedText.QUOTE
                        ? OutsiderTexts.QUOTE
                        : OutsiderTexts.OMIT_COMMENTS,
                since(mailbox),
                null));
    }

    /** What is asked for in this run; where several asked, all their words. */
    private static PromptRequest request(List<Due.Ask> asks) {
        List<Due.Ask> worded = asks.stream()
                .filter(ask -> ask.text() != null && !ask.text().isBlank())
                .toList();
        if (worded.isEmpty()) {
            return null;
        }
        if (worded.size() == 1) {
            return new PromptRequest(worded.getFirst().by(), worded.getFirst().text());
        }
        String all = worded.stream().map(ask -> ask.by() + ":\n" + ask.text()).collect(Collectors.joining("\n\n"));
        return new PromptRequest(worded.getLast().by(), Texts.bounded(all));
    }

    private PromptSince since(MailboxState mailbox) {
        return runs.find(mailbox.work().lastSeen())
                .map(run -> new PromptSince(
                        run.id(),
                        run.requestedAt(),
                        !run.issueDigest().equals(digest(mailbox)),
                        run.exitReason() == null ? ExitReason.NONE : run.exitReason()))
                .orElse(null);
    }

    private static String digest(MailboxState mailbox) {
        String text = mailbox.issue().title() + "\n" + mailbox.issue().body();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}

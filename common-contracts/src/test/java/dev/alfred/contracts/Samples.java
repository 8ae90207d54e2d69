package dev.alfred.contracts;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runrequests.RunBranch;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;

/** One invented message of every type, the content of the golden files. */
final class Samples {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final UUID RUN = UUID.fromString("0195513c-6c00-7000-8000-000000000007");
    private static final UUID PROJECT = UUID.fromString("0195513c-6c00-7000-8000-000000000001");
    private static final MailboxKey MAILBOX = MailboxKey.issue("acme-shop", 7);
    private static final Actor DEV = new Actor("12", "dev", false);
    private static final EventContext CONTEXT = new EventContext(
            UUID.fromString("0195513c-6c00-7000-8000-000000000003"),
            "forge",
            ForgeKind.FORGEJO,
            "4711",
            "acme/shop",
            DEV,
            NOON);
    private static final IssueSnapshot ISSUE = new IssueSnapshot(
            7,
            "900",
            "Greet by name",
            "The greeting should use the \"name\".\n",
            true,
            null,
            List.of("alfred", "good first issue"),
            DEV,
            false,
            false,
            "http://forge.example/acme/shop/issues/7",
            NOON);
    private static final IssueComment COMMENT =
            new IssueComment("55", "/alfred approve", DEV, NOON, NOON, "http://forge.example/acme/shop/issues/7#c55");

    private Samples() {}

    static List<Object> all() {
        return List.of(
                new IssueEvent.Opened(CONTEXT, ISSUE),
                new IssueEvent.Edited(CONTEXT, ISSUE, "Greet", null),
                new IssueEvent.Labeled(CONTEXT, ISSUE, "alfred"),
                new IssueEvent.Unlabeled(CONTEXT, ISSUE, "alfred"),
                new IssueEvent.LabelsChanged(CONTEXT, ISSUE),
                new IssueEvent.Closed(CONTEXT, ISSUE),
                new IssueEvent.Reopened(CONTEXT, ISSUE),
                new IssueEvent.Deleted(CONTEXT, ISSUE),
                new IssueEvent.Commented(CONTEXT, ISSUE, COMMENT),
                new IssueEvent.CommentEdited(CONTEXT, ISSUE, COMMENT, "/alfred"),
                new IssueEvent.CommentDeleted(CONTEXT, ISSUE, COMMENT),
                runRequested(),
                new RunCancelRequested(RUN, MAILBOX, "dev", "stopped by a command", NOON),
                new RunEvent.Started(RUN, MAILBOX, Phase.DEVELOPMENT, 1, AdapterId.CLAUDE_CODE, NOON),
                new RunEvent.SessionKnown(RUN, MAILBOX, 1, RunSession.resumed("agent/issue-7-greet-by-name", "s-1")),
                new RunEvent.Succeeded(
                        report(ExitReason.NONE, RunSession.resumed("agent/issue-7-greet-by-name", "s-1"))),
                new RunEvent.Failed(report(
                        ExitReason.AGENT_FAILED,
                        RunSession.fresh("agent/issue-7-greet-by-name", "s-2", ResumeFallback.STATE_CORRUPT))),
                new RunEvent.Cancelled(report(ExitReason.CANCELLED, RunSession.off(SessionOff.HOST_RUNNER))),
                new RunEvent.TimedOut(
                        report(ExitReason.TIMEOUT, RunSession.resumed("agent/issue-7-greet-by-name", "s-1"))),
                new RunEvent.Lost(report(ExitReason.RUNNER_LOST, null)),
                new MailboxEvent.Frozen(MAILBOX, 2, PROJECT, "agent/issue-7-greet-by-name", NOON),
                new MailboxEvent.Closed(MAILBOX, 9, CloseCause.DONE, NOON),
                new MailboxEvent.Reopened(MAILBOX, 10, NOON));
    }

    private static RunRequested runRequested() {
        return new RunRequested(
                RUN,
                MAILBOX,
                MailboxKind.ISSUE,
                3,
                new RunProject(PROJECT, "acme", "shop", ForgeKind.FORGEJO, "http://forge.example/acme/shop.git"),
                Phase.DEVELOPMENT,
                new RunBranch("agent/issue-7-greet-by-name", "main", false),
                new RunPrompts("everything", "what is new", UUID.fromString("0195513c-6c00-7000-8000-000000000006")),
                new RunSettings(
                        true,
                        AdapterId.CLAUDE_CODE,
                        null,
                        "sonnet",
                        "default",
                        null,
                        Duration.ofMinutes(60),
                        Duration.ofMinutes(10),
                        2,
                        2,
                        4,
                        536_870_912L,
                        new BigDecimal("5"),
                        2_000_000,
                        List.of("registry.example:443"),
                        null),
                false,
                false,
                "dev",
                UUID.fromString("0195513c-6c00-7000-8000-000000000004"),
                NOON);
    }

    private static RunReport report(ExitReason reason, RunSession session) {
        return new RunReport(
                RUN,
                MAILBOX,
                Phase.DEVELOPMENT,
                1,
                AdapterId.CLAUDE_CODE,
                "local",
                "sonnet",
                "2.1.328",
                session,
                reason,
                reason == ExitReason.NONE ? null : "one line for people",
                "1111111111111111111111111111111111111111",
                "2222222222222222222222222222222222222222",
                1,
                true,
                new AgentResult(
                        AgentOutcome.DONE,
                        "Greets by name now.",
                        null,
                        new AgentResult.ProposedMergeRequest("Greet by name", "Uses the name."),
                        List.of(new AgentResult.ThreadReply("t1", "Renamed."))),
                PromptForm.DELTA,
                true,
                new Usage(203, 7, 40, new BigDecimal("0.0004")),
                NOON,
                NOON.plusSeconds(90));
    }
}

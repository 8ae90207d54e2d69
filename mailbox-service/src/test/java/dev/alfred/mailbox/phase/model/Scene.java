package dev.alfred.mailbox.phase.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import dev.alfred.mailbox.setting.model.SettingKey;

/** Mailboxes, people and happenings for tests of the rules. */
final class Scene {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    static final UUID RUN = new UUID(1, 1);
    static final UUID NEW_RUN = new UUID(1, 2);
    static final UUID EVENT = new UUID(2, 1);
    static final Bot BOT = new Bot("99", "alfred-bot");
    static final Actor MAINTAINER = new Actor("5", "mia", false);
    static final Actor ALFRED = new Actor("99", "alfred-bot", false);
    static final String BRANCH = "agent/issue-7-a-title";

    private Scene() {}

    static Circumstances now(Map<SettingKey, String> settings) {
        return new Circumstances(
                EffectiveSettings.defaults().with(settings), BOT, NOW, EVENT, NEW_RUN, BRANCH, Set.of(), "main", false);
    }

    static Circumstances now() {
        return new Circumstances(
                EffectiveSettings.defaults(), BOT, NOW, EVENT, NEW_RUN, BRANCH, Set.of(), "main", false);
    }

    static Circumstances baseBranch(String name) {
        return new Circumstances(EffectiveSettings.defaults(), BOT, NOW, EVENT, NEW_RUN, BRANCH, Set.of(), name, false);
    }

    static Circumstances emptyRepository() {
        return new Circumstances(
                EffectiveSettings.defaults(), BOT, NOW, EVENT, NEW_RUN, BRANCH, Set.of(), "main", true);
    }

    static IssueSnapshot issue(boolean open, String... labels) {
        return new IssueSnapshot(
                7,
                "7001",
                "A title",
                "A body",
                open,
                open ? null : "completed",
                List.of(labels),
                MAINTAINER,
                false,
                false,
                "https://forge.example/acme/shop/issues/7",
                NOW.minusSeconds(60));
    }

    static EventContext context(Actor actor) {
        return new EventContext(new UUID(3, 1), "forge", ForgeKind.FORGEJO, "42", "acme/shop", actor, NOW);
    }

    static IssueComment comment(String body) {
        return new IssueComment("501", body, MAINTAINER, NOW, NOW, null);
    }

    static Input says(String body) {
        return says(MAINTAINER, body);
    }

    static Input says(Actor actor, String body) {
        return new Input.IssueHappened(new IssueEvent.Commented(
                context(actor), issue(true), new IssueComment("501", body, actor, NOW, NOW, null)));
    }

    static Facts allowed() {
        return Facts.NONE.actor(true);
    }

    static Facts present(boolean open, String... labels) {
        return allowed().issue(new Facts.IssueFact.Present(issue(open, labels)));
    }

    static MailboxState fresh() {
        return MailboxState.opened(new MailboxKey("acme-shop-issue-7"), new UUID(4, 1), issue(true));
    }

    static MailboxState triggered() {
        return fresh().doing(Work.NONE.triggered("mia").labels(Set.of("alfred")));
    }

    static MailboxState planned() {
        MailboxState state = triggered();
        return state.doing(state.work().planned(true))
                .on(new MailboxState.Branch(BRANCH, "main", false))
                .at(new Standing.Waiting(WaitReason.APPROVAL));
    }

    static MailboxState developed() {
        MailboxState state = planned();
        return state.doing(state.work().committed(true))
                .on(new MailboxState.Branch(BRANCH, "main", true))
                .offering(new MailboxState.MergeRequest(8, "https://forge.example/acme/shop/pulls/8"))
                .at(new Standing.Waiting(WaitReason.MERGE_REQUEST));
    }

    static MailboxState freezing(Phase phase) {
        return triggered().owing(List.of(new Due(phase, List.of(ask())))).at(new Standing.Freezing(RUN, null));
    }

    static MailboxState running(Phase phase) {
        return planned().at(new Standing.Running(run(phase)));
    }

    static MailboxState blocked(BlockReason why, Phase phase) {
        return planned().at(new Standing.Blocked(why, null, phase, null));
    }

    static MailboxState closed(CloseCause cause) {
        return planned().at(new Standing.Closed(cause, NOW.minusSeconds(600)));
    }

    static Standing.ActiveRun run(Phase phase) {
        return new Standing.ActiveRun(
                RUN, phase, phase == Phase.ANSWER ? new Standing.Waiting(WaitReason.APPROVAL) : null, null);
    }

    static Due.Ask ask() {
        return new Due.Ask(EVENT, "mia", null, null, NOW);
    }

    static RunReport report(MailboxState state, ExitReason reason) {
        Phase phase = state.standing().run().map(Standing.ActiveRun::phase).orElse(Phase.ANALYSIS);
        return report(phase, reason, phase == Phase.DEVELOPMENT ? 2 : 0, result(AgentOutcome.DONE, "The words", null));
    }

    /** Of a development without commits. */
    static RunReport report(UUID run, ExitReason reason, boolean promptSeen) {
        return report(run, Phase.DEVELOPMENT, reason, 0, null, promptSeen);
    }

    static RunReport report(Phase phase, ExitReason reason, int commits, AgentResult result) {
        return report(RUN, phase, reason, commits, result, true);
    }

    private static RunReport report(
            UUID run, Phase phase, ExitReason reason, int commits, AgentResult result, boolean promptSeen) {
        return new RunReport(
                run,
                new MailboxKey("acme-shop-issue-7"),
                phase,
                1,
                AdapterId.CLAUDE_CODE,
                null,
                null,
                "2.1.300",
                null,
                reason,
                null,
                "base",
                commits > 0 ? "head" : "base",
                commits,
                commits > 0,
                result,
                PromptForm.FULL,
                promptSeen,
                Usage.NOTHING,
                NOW.minusSeconds(120),
                NOW.minusSeconds(1));
    }

    static AgentResult result(AgentOutcome outcome, String text, String question) {
        return new AgentResult(outcome, text, question, null, List.of());
    }

    static Decision decide(MailboxState state, Input input, Facts facts) {
        return PhaseDecider.decide(state, input, facts, now());
    }

    static Decision ended(MailboxState state, Phase phase, int commits, AgentOutcome outcome) {
        return decide(
                state,
                new Input.RunHappened(new RunEvent.Succeeded(
                        report(phase, ExitReason.NONE, commits, result(outcome, "Text", "Which one?")))),
                Facts.NONE);
    }

    static Decision settled(Decision decision) {
        return decide(decision.next(), new Input.MomentEnded(), Facts.NONE);
    }

    static Input labeled(Actor actor, String label) {
        return new Input.IssueHappened(new IssueEvent.Labeled(context(actor), issue(true, label), label));
    }
}

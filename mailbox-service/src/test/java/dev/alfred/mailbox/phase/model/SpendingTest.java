package dev.alfred.mailbox.phase.model;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.SettingKey;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.now;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static org.assertj.core.api.Assertions.assertThat;

/** A mailbox's budget over all its runs: reserved when one starts, settled when it ends. */
class SpendingTest {
    private static final Map<SettingKey, String> LIMITED = Map.of(
            SettingKey.RUN_BUDGET_USD, "5",
            SettingKey.RUN_TOKEN_LIMIT, "1000",
            SettingKey.MAILBOX_BUDGET_USD, "12",
            SettingKey.MAILBOX_TOKEN_LIMIT, "10000");

    @Test
    void aRunReservesAllThatItMayUseAndCountsWhatItUsed() {
        Decision started = started(Scene.planned());
        Decision ended = ended(started.next(), new Usage(300, 20, 30, new BigDecimal("1.25")));

        assertThat(spending(started)).isEqualTo(new Spending(BigDecimal.ZERO, 0, BigDecimal.valueOf(5), 1000));
        assertThat(spending(ended)).isEqualTo(new Spending(new BigDecimal("1.25"), 350, BigDecimal.ZERO, 0));
    }

    @Test
    void aLostRunCountsInFull() {
        MailboxState running = started(Scene.planned()).next();
        RunReport report = report(running, new Usage(300, 20, 30, new BigDecimal("1.25")));

        Decision lost = decide(running, new Input.RunHappened(new RunEvent.Lost(report)));

        assertThat(spending(lost)).isEqualTo(new Spending(BigDecimal.valueOf(5), 1000, BigDecimal.ZERO, 0));
    }

    @Test
    void moneyThatNobodyToldCountsAsAllThatWasReserved() {
        assertThat(spending(ended(started(Scene.planned()).next(), new Usage(300, 20, 30, null))))
                .isEqualTo(new Spending(BigDecimal.valueOf(5), 350, BigDecimal.ZERO, 0));
        assertThat(spending(ended(started(Scene.planned()).next(), Usage.NOTHING)))
                .as("it asked no model anything")
                .isEqualTo(Spending.NONE);
    }

    @Test
    void aRunThatCouldExceedTheMailboxesBudgetIsNotStarted() {
        MailboxState state = Scene.planned();
        MailboxState spent = state.doing(state.work().spending(used("7.01", 0)));

        Decision refused = started(spent);

        assertThat(refused.outcome()).isEqualTo(Outcome.BLOCK);
        assertThat(refused.reason()).isEqualTo("budget");
        assertThat(refused.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        Effect.PostComment.class,
                        comment -> assertThat(comment.text()).contains("MAILBOX_BUDGET_USD"));
        assertThat(started(state.doing(state.work().spending(used("7", 0)))).outcome())
                .as("exactly as much as is left")
                .isEqualTo(Outcome.START);
        assertThat(started(state.doing(state.work().spending(used("0", 9001)))).reason())
                .isEqualTo("budget");
    }

    @Test
    void aMailboxWithoutABudgetIsNeverBlockedForIt() {
        MailboxState state = Scene.planned();
        MailboxState spent = state.doing(state.work().spending(used("1000000", 1_000_000_000)));

        Decision started = PhaseDecider.decide(
                Scene.decide(spent, says("/alfred approve"), allowed()).next(),
                new Input.MomentEnded(),
                Facts.NONE,
                now());

        assertThat(started.outcome()).isEqualTo(Outcome.START);
    }

    @Test
    void aRaisedBudgetLetsARetryGoOnWithThePhase() {
        MailboxState state = Scene.planned();
        MailboxState blocked =
                started(state.doing(state.work().spending(used("7.01", 0)))).next();

        Decision again = decide(decide(blocked, says("/alfred retry")).next(), new Input.MomentEnded());
        Decision raised = PhaseDecider.decide(
                decide(blocked, says("/alfred retry")).next(),
                new Input.MomentEnded(),
                Facts.NONE,
                now(Map.of(SettingKey.MAILBOX_BUDGET_USD, "20")));

        assertThat(again.reason()).isEqualTo("budget");
        assertThat(raised.outcome()).isEqualTo(Outcome.START);
        assertThat(raised.reason()).isEqualTo(Phase.DEVELOPMENT.wire());
    }

    @Test
    void noBranchIsNamedForARunThatCantStart() {
        MailboxState triggered = Scene.triggered();
        MailboxState spent = triggered
                .doing(triggered.work().spending(used("12", 0)))
                .owing(Scene.freezing(Phase.ANALYSIS).due());

        Decision refused = decide(spent, new Input.MomentEnded());

        assertThat(refused.reason()).isEqualTo("budget");
        assertThat(refused.effects()).noneMatch(Effect.ReadBranches.class::isInstance);
        assertThat(refused.next().branch()).isNull();
    }

    @Test
    void aBudgetThatWasLoweredWhileTheBranchesWereReadCounts() {
        MailboxState freezing = Scene.freezing(Phase.ANALYSIS);
        MailboxState spent = freezing.doing(freezing.work().spending(used("12", 0)));

        Decision refused =
                PhaseDecider.decide(spent, new Input.BranchesAsked(), Facts.NONE.branches(Set.of()), now(LIMITED));

        assertThat(refused.reason()).isEqualTo("budget");
    }

    private static Spending used(String usd, long tokens) {
        return new Spending(new BigDecimal(usd), tokens, BigDecimal.ZERO, 0);
    }

    private static Spending spending(Decision decision) {
        return decision.next().work().spending();
    }

    /** Somebody approves the plan, and the moment ends. */
    private static Decision started(MailboxState planned) {
        return decide(decide(planned, says("/alfred approve")).next(), new Input.MomentEnded());
    }

    private static Decision ended(MailboxState running, Usage usage) {
        return decide(running, new Input.RunHappened(new RunEvent.Succeeded(report(running, usage))));
    }

    private static RunReport report(MailboxState state, Usage usage) {
        RunReport report = Scene.report(state, ExitReason.NONE);
        return new RunReport(
                state.standing().run().orElseThrow().id(),
                report.mailbox(),
                report.phase(),
                report.attempt(),
                report.adapter(),
                report.provider(),
                report.model(),
                report.cliVersion(),
                report.session(),
                report.exitReason(),
                report.detail(),
                report.baseCommit(),
                report.commit(),
                report.commits(),
                report.pushed(),
                report.result(),
                report.promptForm(),
                report.promptSeen(),
                usage,
                report.startedAt(),
                report.endedAt());
    }

    private static Decision decide(MailboxState state, Input input) {
        return PhaseDecider.decide(state, input, allowed(), now(LIMITED));
    }
}

package dev.alfred.mailbox.mailbox.store;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.mailbox.phase.model.BlockReason;
import dev.alfred.mailbox.phase.model.Command;
import dev.alfred.mailbox.phase.model.Due;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.MailboxState;
import dev.alfred.mailbox.phase.model.Spending;
import dev.alfred.mailbox.phase.model.Standing;
import dev.alfred.mailbox.phase.model.StopCause;
import dev.alfred.mailbox.phase.model.WaitReason;
import dev.alfred.mailbox.phase.model.Work;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StateJsonTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final Actor MIA = new Actor("5", "mia", false);
    private static final IssueSnapshot ISSUE = new IssueSnapshot(
            7, "7001", "A title", "A body", true, null, List.of("alfred"), MIA, false, false, "https://x/7", NOW);

    @Test
    void aMailboxComesBackAsItWas() {
        var run = new Standing.ActiveRun(
                new UUID(1, 1),
                Phase.ANSWER,
                new Standing.Blocked(BlockReason.PAUSED, null, null, new Standing.Waiting(WaitReason.MERGE_REQUEST)),
                StopCause.COMMAND);
        var state = new MailboxState(
                new MailboxKey("acme-shop-issue-7"),
                MailboxKind.ISSUE,
                new UUID(4, 1),
                12,
                new MailboxState.Issue(7, "A title", "A body", "mia", "https://x/7", NOW),
                new Standing.Running(run),
                new Work(
                        "mia",
                        true,
                        true,
                        true,
                        false,
                        true,
                        Set.of("alfred"),
                        new Work.LastRun(
                                new UUID(1, 2), Phase.DEVELOPMENT, RunState.TIMED_OUT, ExitReason.TIMEOUT, "abc", NOW),
                        new UUID(1, 2),
                        new Spending(new BigDecimal("1.25"), 350, new BigDecimal("5"), 1000)),
                new MailboxState.Branch("agent/issue-7", "main", true),
                new MailboxState.MergeRequest(8, "https://x/8"),
                List.of(new Due(
                        Phase.DEVELOPMENT, List.of(new Due.Ask(new UUID(2, 1), "mia", "501", "use a map", NOW)))));

        assertThat(StateJson.read(StateJson.write(state), MailboxState.class)).isEqualTo(state);
    }

    @Test
    void aMailboxFromBeforeItsSpendingWasCountedHasSpentNothing() {
        assertThat(StateJson.read("{\"labels\": [], \"triggeredBy\": \"mia\"}", Work.class)
                        .spending())
                .isEqualTo(Spending.NONE);
    }

    @Test
    void inputsAndFactsComeBackAsTheyWere() {
        var context = new EventContext(new UUID(3, 1), "forge", ForgeKind.FORGEJO, "42", "acme/shop", MIA, NOW);
        Input happened = new Input.IssueHappened(new IssueEvent.Labeled(context, ISSUE, "alfred"));
        Input commanded = new Input.Commanded(new Command.Develop("more"), "admin", NOW);
        Facts facts =
                Facts.NONE.actor(true).issue(new Facts.IssueFact.Present(ISSUE)).branches(Set.of("agent/issue-1"));

        assertThat(StateJson.read(StateJson.write(happened), Input.class)).isEqualTo(happened);
        assertThat(StateJson.read(StateJson.write(commanded), Input.class)).isEqualTo(commanded);
        assertThat(StateJson.read(StateJson.write(facts), Facts.class)).isEqualTo(facts);
    }
}

package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;

import static dev.alfred.mailbox.phase.model.Scene.RUN;
import static dev.alfred.mailbox.phase.model.Scene.allowed;
import static dev.alfred.mailbox.phase.model.Scene.now;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static org.assertj.core.api.Assertions.assertThat;

/** Several commands in one comment: none of them is lost, and those that act at once wait for no other. */
class CommandsOfOneCommentTest {

    private static Decision decide(MailboxState state, Input input) {
        return PhaseDecider.decide(state, input, allowed(), now());
    }

    private static MailboxState cancelled(MailboxState state) {
        return decide(state, new Input.RunHappened(new RunEvent.Cancelled(Scene.report(state, ExitReason.CANCELLED))))
                .next();
    }

    @Test
    void aStopActsAtOnceAndTheRestAfterTheRun() {
        Input comment = says("/alfred stop\n/alfred fresh\n/alfred develop in red");

        Decision during = decide(Scene.running(Phase.DEVELOPMENT), comment);
        Decision after = decide(cancelled(during.next()), comment);
        Decision started = decide(after.next(), new Input.MomentEnded());

        assertThat(during.effects()).containsExactly(new Effect.CancelRun(RUN, "mia", "stopped"));
        assertThat(during.outcome()).isEqualTo(Outcome.KEEP);
        assertThat(started.effects()).singleElement().satisfies(effect -> {
            Effect.RequestRun request = (Effect.RequestRun) effect;
            assertThat(request.phase()).isEqualTo(Phase.DEVELOPMENT);
            assertThat(request.fresh()).isTrue();
            assertThat(request.asks()).extracting(Due.Ask::text).containsExactly("in red");
        });
    }

    @Test
    void aStopDoesNotWaitForWhatStandsBeforeIt() {
        Input comment = says("/alfred status\n/alfred stop");

        Decision during = decide(Scene.running(Phase.DEVELOPMENT), comment);
        Decision after = decide(cancelled(during.next()), comment);

        assertThat(during.effects()).containsExactly(new Effect.CancelRun(RUN, "mia", "stopped"));
        assertThat(after.effects()).singleElement().isInstanceOf(Effect.PostComment.class);
        assertThat(after.outcome()).isEqualTo(Outcome.NOTE);
    }

    @Test
    void aCancelDoesNotWaitForWhatStandsBeforeIt() {
        Decision during = decide(Scene.running(Phase.DEVELOPMENT), says("/alfred develop more\n/alfred cancel"));

        assertThat(during.effects()).singleElement().isInstanceOf(Effect.CancelRun.class);
        assertThat(during.next().standing())
                .isInstanceOfSatisfying(
                        Standing.Closing.class,
                        closing -> assertThat(closing.cause()).isEqualTo(CloseCause.CANCELLED));
    }

    @Test
    void whatAStopBeforeTheFirstRunFreesIsDecidedWithIt() {
        Decision decision = decide(Scene.freezing(Phase.ANALYSIS), says("/alfred develop at once\n/alfred stop"));

        assertThat(decision.outcome()).isEqualTo(Outcome.START);
        assertThat(decision.next().due()).extracting(Due::phase).containsExactly(Phase.DEVELOPMENT);
    }

    @Test
    void anApprovalBesideAnotherCommandCounts() {
        MailboxState labelled =
                Scene.triggered().owing(Due.with(Scene.triggered().due(), Phase.ANALYSIS, Scene.ask()));

        Decision decision = decide(labelled, says("/alfred fresh\n/alfred approve"));

        assertThat(decision.next().work().freshRequested()).isTrue();
        assertThat(decision.next().due()).extracting(Due::phase).contains(Phase.DEVELOPMENT);
    }
}

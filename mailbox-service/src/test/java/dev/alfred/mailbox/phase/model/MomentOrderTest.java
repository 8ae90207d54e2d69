package dev.alfred.mailbox.phase.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.EventState;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.MomentPlanner;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.alfred.contracts.vocabulary.Phase.ANALYSIS;
import static dev.alfred.contracts.vocabulary.Phase.ANSWER;
import static dev.alfred.contracts.vocabulary.Phase.DEVELOPMENT;
import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.NOW;
import static dev.alfred.mailbox.phase.model.Scene.RUN;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.present;
import static org.assertj.core.api.Assertions.assertThat;

/** In whatever order the events of one moment arrive, the same runs come of them. */
class MomentOrderTest {
    private static final Duration COALESCE = Duration.ofSeconds(3);
    private static final String[] BOTH = {"alfred", PhaseDecider.APPROVED_LABEL};

    /** Forges stamp comments with whole seconds, and labels with the time at which they were heard of. */
    record Told(String what, Input input, long millis) {
        @Override
        public String toString() {
            return what + "@" + millis;
        }
    }

    record Case(List<Phase> runs, List<Told> told) {
        @Override
        public String toString() {
            return told + " → " + runs;
        }
    }

    static List<Case> cases() {
        return List.of(
                expect(
                        List.of(ANALYSIS, DEVELOPMENT, ANSWER),
                        label("alfred", 350),
                        says("501", "/alfred approve", 0),
                        says("502", "@alfred-bot why?", 0)),
                expect(
                        List.of(ANALYSIS, DEVELOPMENT, ANSWER),
                        label("alfred", 1200),
                        says("501", "/alfred approve", 0),
                        says("502", "@alfred-bot why?", 0)),
                expect(List.of(ANALYSIS, DEVELOPMENT), label("alfred", 350), label(PhaseDecider.APPROVED_LABEL, 350)),
                expect(List.of(ANALYSIS, DEVELOPMENT), label("alfred", 1200), label(PhaseDecider.APPROVED_LABEL, 350)),
                expect(
                        List.of(ANALYSIS, DEVELOPMENT),
                        opened(100),
                        label("alfred", 200),
                        says("501", "/alfred status\n/alfred approve", 0)),
                expect(
                        List.of(DEVELOPMENT, ANSWER),
                        label("alfred", 350),
                        says("501", "/alfred develop it", 0),
                        says("502", "@alfred-bot why?", 0)),
                expect(
                        List.of(DEVELOPMENT, ANSWER),
                        says("501", "@alfred-bot why?", 0),
                        says("502", "/alfred develop it", 0)),
                expect(
                        List.of(ANALYSIS),
                        says("501", "@alfred-bot why?", 0),
                        says("502", "@alfred-bot and why that?", 0)));
    }

    private static Case expect(List<Phase> runs, Told... told) {
        return new Case(runs, List.of(told));
    }

    private static Told label(String label, long millis) {
        return new Told(
                label,
                new Input.IssueHappened(new IssueEvent.Labeled(context(MAINTAINER), issue(true, BOTH), label)),
                millis);
    }

    private static Told opened(long millis) {
        return new Told(
                "opened",
                new Input.IssueHappened(new IssueEvent.Opened(context(MAINTAINER), issue(true, "alfred"))),
                millis);
    }

    private static Told says(String id, String body, long millis) {
        return new Told(
                body,
                new Input.IssueHappened(new IssueEvent.Commented(
                        context(MAINTAINER),
                        issue(true),
                        new IssueComment(id, body, MAINTAINER, NOW.plusMillis(millis), NOW.plusMillis(millis), null))),
                millis);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyOrderOfArrivalLeadsToTheSameRuns(Case of) {
        assertThat(permutations(of.told()))
                .allSatisfy(arrival -> assertThat(runs(arrival)).isEqualTo(of.runs()));
    }

    /** The phases that are run, each with success, until nothing is left to do. */
    private static List<Phase> runs(List<Told> arrival) {
        List<Phase> runs = new ArrayList<>();
        List<MailboxEventRecord> waiting = arrived(arrival);
        MailboxState mailbox = Scene.fresh();
        while (!waiting.isEmpty() || mailbox.mayStart()) {
            List<MailboxEventRecord> kept = new ArrayList<>();
            for (MailboxEventRecord event : MomentPlanner.whenIdle(waiting, NOW.plusSeconds(60), COALESCE)
                    .events()) {
                Decision decision = decide(mailbox, event.input(), event.facts());
                mailbox = decision.next();
                if (decision.outcome() == Outcome.KEEP) {
                    kept.add(event);
                }
            }
            waiting = kept;
            mailbox = begun(mailbox);
            assertThat(mailbox.standing().run()).as("something happens").isPresent();
            runs.add(mailbox.standing().run().orElseThrow().phase());
            mailbox = decide(
                            mailbox,
                            new Input.RunHappened(new RunEvent.Succeeded(Scene.report(mailbox, ExitReason.NONE))),
                            Facts.NONE)
                    .next();
        }
        return runs;
    }

    private static MailboxState begun(MailboxState mailbox) {
        MailboxState settled =
                decide(mailbox, new Input.MomentEnded(), Facts.NONE).next();
        return settled.standing() instanceof Standing.Freezing
                ? decide(settled, new Input.BranchesAsked(), Facts.NONE.branches(Set.of()))
                        .next()
                : settled;
    }

    private static Decision decide(MailboxState mailbox, Input input, Facts facts) {
        var now = new Circumstances(
                EffectiveSettings.defaults(), Scene.BOT, NOW, Scene.EVENT, RUN, Scene.BRANCH, Set.of(), "main", false);
        return PhaseDecider.decide(mailbox, input, facts, now);
    }

    private static List<MailboxEventRecord> arrived(List<Told> arrival) {
        List<MailboxEventRecord> events = new ArrayList<>();
        for (Told told : arrival) {
            int position = events.size() + 1;
            Instant received = NOW.plusMillis(1300 + position);
            events.add(new MailboxEventRecord(
                    new UUID(0, position),
                    position,
                    Scene.fresh().key(),
                    "forge",
                    EventKind.of(told.input()),
                    null,
                    "mia",
                    told.input(),
                    EventState.READY,
                    Set.of(),
                    present(true, BOTH),
                    null,
                    0,
                    null,
                    null,
                    null,
                    null,
                    NOW.plusMillis(told.millis()),
                    received,
                    received.plus(COALESCE),
                    null));
        }
        return events;
    }

    private static List<List<Told>> permutations(List<Told> all) {
        if (all.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Told>> orders = new ArrayList<>();
        for (Told first : all) {
            List<Told> others = all.stream().filter(told -> told != first).toList();
            for (List<Told> rest : permutations(others)) {
                List<Told> order = new ArrayList<>(List.of(first));
                order.addAll(rest);
                orders.add(order);
            }
        }
        return orders;
    }
}

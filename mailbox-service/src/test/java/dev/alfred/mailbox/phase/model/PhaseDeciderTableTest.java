package dev.alfred.mailbox.phase.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.alfred.mailbox.phase.model.Scene.MAINTAINER;
import static dev.alfred.mailbox.phase.model.Scene.NOW;
import static dev.alfred.mailbox.phase.model.Scene.RUN;
import static dev.alfred.mailbox.phase.model.Scene.comment;
import static dev.alfred.mailbox.phase.model.Scene.context;
import static dev.alfred.mailbox.phase.model.Scene.issue;
import static dev.alfred.mailbox.phase.model.Scene.present;
import static dev.alfred.mailbox.phase.model.Scene.says;
import static org.assertj.core.api.Assertions.assertThat;

/** One row for each input in each standing, in {@code decisions.table}: what comes out and where the mailbox stands then. */
class PhaseDeciderTableTest {
    private static final Map<String, MailboxState> STATES = states();
    private static final Map<String, Happening> INPUTS = inputs();

    /** An input (which may depend on the mailbox) with what was read for it. */
    record Happening(Function<MailboxState, Input> input, Facts facts) {}

    record Row(String state, String input, String expected) {
        @Override
        public String toString() {
            return state + " + " + input;
        }
    }

    private static Map<String, MailboxState> states() {
        Map<String, MailboxState> states = new LinkedHashMap<>();
        states.put("open", Scene.fresh());
        states.put("freezing", Scene.freezing(Phase.ANALYSIS));
        states.put("queued", Scene.triggered().at(new Standing.Queued(Scene.run(Phase.ANALYSIS))));
        states.put("running", Scene.running(Phase.DEVELOPMENT));
        states.put(
                "closing",
                Scene.planned().at(new Standing.Closing(Scene.run(Phase.DEVELOPMENT), CloseCause.CANCELLED)));
        states.put("waiting", Scene.planned());
        states.put("blocked", Scene.blocked(BlockReason.RUN_FAILED, Phase.DEVELOPMENT));
        states.put("closed", Scene.closed(CloseCause.DONE));
        return states;
    }

    private static Map<String, Happening> inputs() {
        Map<String, Happening> inputs = new LinkedHashMap<>();
        Facts labelled = present(true, "alfred");
        put(inputs, "opened", issueEvent(new IssueEvent.Opened(context(MAINTAINER), issue(true, "alfred"))), labelled);
        put(
                inputs,
                "edited",
                issueEvent(new IssueEvent.Edited(context(MAINTAINER), issue(true), "Old", null)),
                Scene.allowed());
        put(
                inputs,
                "labeled",
                issueEvent(new IssueEvent.Labeled(context(MAINTAINER), issue(true, "alfred"), "alfred")),
                labelled);
        put(
                inputs,
                "labeled-approved",
                issueEvent(new IssueEvent.Labeled(context(MAINTAINER), issue(true), "alfred:approved")),
                present(true, "alfred", "alfred:approved"));
        put(
                inputs,
                "unlabeled",
                issueEvent(new IssueEvent.Unlabeled(context(MAINTAINER), issue(true), "alfred")),
                present(true));
        put(
                inputs,
                "labels-changed",
                issueEvent(new IssueEvent.LabelsChanged(context(MAINTAINER), issue(true))),
                present(true, "alfred", "alfred:approved"));
        put(
                inputs,
                "closed",
                issueEvent(new IssueEvent.Closed(context(MAINTAINER), issue(false))),
                present(false, "alfred"));
        put(
                inputs,
                "reopened",
                issueEvent(new IssueEvent.Reopened(context(MAINTAINER), issue(true))),
                present(true, "alfred"));
        put(
                inputs,
                "deleted",
                issueEvent(new IssueEvent.Deleted(context(MAINTAINER), issue(true))),
                Facts.NONE.issue(new Facts.IssueFact.Gone()));
        put(inputs, "says", says("I like it"), Scene.allowed());
        put(inputs, "mentions", says("@alfred-bot why?"), Scene.allowed());
        for (String word :
                List.of("approve", "develop more", "retry", "stop", "cancel", "pause", "unblock", "status", "fresh")) {
            put(inputs, "/" + word.split(" ")[0], says("/alfred " + word), Scene.allowed());
        }
        put(
                inputs,
                "comment-edited",
                issueEvent(new IssueEvent.CommentEdited(
                        context(MAINTAINER), issue(true), comment("/alfred approve"), "/alfred aprove")),
                Scene.allowed());
        put(
                inputs,
                "comment-deleted",
                issueEvent(new IssueEvent.CommentDeleted(context(MAINTAINER), issue(true), comment("gone"))),
                Facts.NONE);
        put(inputs, "commanded", new Input.Commanded(new Command.Approve(), "admin", NOW), Facts.NONE);
        put(inputs, "run-wished", new Input.RunWished(Phase.ANSWER, "Why?", "admin", NOW), Facts.NONE);
        runs(inputs);
        put(inputs, "branches-asked", new Input.BranchesAsked(), Facts.NONE.branches(Set.of("agent/issue-1")));
        put(inputs, "merge-request-opened", new Input.MergeRequestOpened(8, "https://x/8"), Facts.NONE);
        put(inputs, "merge-request-refused", new Input.MergeRequestRefused("forbidden"), Facts.NONE);
        put(inputs, "issue-vanished", new Input.IssueVanished(), Facts.NONE);
        put(inputs, "moment-ended", new Input.MomentEnded(), Facts.NONE);
        return inputs;
    }

    private static void runs(Map<String, Happening> inputs) {
        put(
                inputs,
                "run-started",
                new Input.RunHappened(
                        new RunEvent.Started(RUN, Scene.fresh().key(), Phase.ANALYSIS, 1, AdapterId.CLAUDE_CODE, NOW)),
                Facts.NONE);
        put(
                inputs,
                "run-session-known",
                new Input.RunHappened(
                        new RunEvent.SessionKnown(RUN, Scene.fresh().key(), 1, null)),
                Facts.NONE);
        ended(inputs, "run-succeeded", state -> new RunEvent.Succeeded(Scene.report(state, ExitReason.NONE)));
        ended(inputs, "run-failed", state -> new RunEvent.Failed(Scene.report(state, ExitReason.MODEL_ERROR)));
        ended(inputs, "run-cancelled", state -> new RunEvent.Cancelled(Scene.report(state, ExitReason.CANCELLED)));
        ended(inputs, "run-timed-out", state -> new RunEvent.TimedOut(Scene.report(state, ExitReason.TIMEOUT)));
        ended(inputs, "run-lost", state -> new RunEvent.Lost(Scene.report(state, ExitReason.RUNNER_LOST)));
    }

    private static void ended(Map<String, Happening> inputs, String name, Function<MailboxState, RunEvent> event) {
        inputs.put(name, new Happening(state -> new Input.RunHappened(event.apply(state)), Facts.NONE));
    }

    private static void put(Map<String, Happening> inputs, String name, Input input, Facts facts) {
        inputs.put(name, new Happening(state -> input, facts));
    }

    private static Input issueEvent(IssueEvent event) {
        return new Input.IssueHappened(event);
    }

    /** Every decision of the table, with the mailbox before it. */
    static void eachDecision(BiConsumer<MailboxState, Decision> seen) {
        STATES.values()
                .forEach(before ->
                        INPUTS.values().forEach(happening -> seen.accept(before, decide(before, happening))));
    }

    private static Decision decide(MailboxState before, Happening happening) {
        return PhaseDecider.decide(before, happening.input().apply(before), happening.facts(), Scene.now());
    }

    private static String decide(String state, String input) {
        Decision decision = decide(STATES.get(state), INPUTS.get(input));
        return decision.outcome().wire() + " " + decision.reason() + " > "
                + decision.next().standing().status().wire();
    }

    static List<Row> table() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(PhaseDeciderTableTest.class.getResourceAsStream("decisions.table")),
                StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] cells = line.split("\\|");
                        rows.add(new Row(cells[0].strip(), cells[1].strip(), cells[2].strip()));
                    });
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("table")
    void decidesAsTheTableSays(Row row) {
        assertThat(decide(row.state(), row.input())).isEqualTo(row.expected());
    }

    @Test
    void theTableHasEachPairOnce() throws IOException {
        List<String> pairs = table().stream().map(Row::toString).toList();

        assertThat(pairs)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(STATES.keySet().stream()
                        .flatMap(state -> INPUTS.keySet().stream().map(input -> state + " + " + input))
                        .toList());
    }

    @Test
    void theTableKnowsEveryStandingAndEveryInput() {
        assertThat(STATES.values().stream()
                        .<Class<?>>map(state -> state.standing().getClass()))
                .containsAll(leaves(Standing.class).toList());
        Set<Class<?>> met = INPUTS.values().stream()
                .map(happening -> happening.input().apply(STATES.get("running")))
                .flatMap(PhaseDeciderTableTest::classesIn)
                .collect(Collectors.toSet());
        assertThat(met)
                .containsAll(Stream.of(Input.class, IssueEvent.class, RunEvent.class, Command.class)
                        .flatMap(PhaseDeciderTableTest::leaves)
                        .toList());
    }

    private static Stream<Class<?>> classesIn(Input input) {
        Stream<Class<?>> inner = switch (input) {
            case Input.IssueHappened(IssueEvent event)
            when event instanceof IssueEvent.Commented said ->
                Stream.concat(
                        Stream.of(said.getClass()),
                        CommentReader.read(said.comment().body(), "alfred-bot").commands().stream()
                                .map(Object::getClass));
            case Input.IssueHappened(IssueEvent event) -> Stream.of(event.getClass());
            case Input.RunHappened(RunEvent event) -> Stream.of(event.getClass());
            case Input other -> Stream.empty();
        };
        return Stream.concat(Stream.of(input.getClass()), inner);
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(PhaseDeciderTableTest::leaves)
                : Stream.of(type);
    }
}

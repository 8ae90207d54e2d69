package dev.alfred.mailbox.phase.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.mailbox.setting.model.SettingKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The diagram in the decider's javadoc shows exactly the moves that the decider makes. */
class StateDiagramTest {
    private static final Path SOURCE =
            Path.of("src", "main", "java", "dev", "alfred", "mailbox", "phase", "model", "PhaseDecider.java");
    private static final Pattern LINE = Pattern.compile(" \\* (\\w+) +→ (.*)");

    @Test
    void theDiagramShowsTheMovesThatAreMade() throws IOException {
        assertThat(made()).isEqualTo(drawn());
    }

    private static Set<String> drawn() throws IOException {
        Set<String> moves = new TreeSet<>();
        Files.readAllLines(SOURCE).forEach(text -> {
            var line = LINE.matcher(text);
            if (line.matches()) {
                Arrays.stream(line.group(2).split("\\|")).forEach(to -> moves.add(line.group(1) + " → " + to.strip()));
            }
        });
        return moves;
    }

    private static Set<String> made() {
        Set<String> moves = new TreeSet<>();
        PhaseDeciderTableTest.eachDecision((before, decision) -> note(moves, before, decision));
        for (MailboxState resting : List.of(
                Scene.triggered(),
                Scene.planned(),
                Scene.planned().on(null),
                Scene.blocked(BlockReason.NO_CHANGES, Phase.DEVELOPMENT),
                Scene.blocked(BlockReason.NO_CHANGES, Phase.DEVELOPMENT).on(null),
                Scene.triggered().on(new MailboxState.Branch(Scene.BRANCH, "main", true)))) {
            MailboxState due = resting.owing(List.of(new Due(Phase.DEVELOPMENT, List.of(Scene.ask()))));
            decide(moves, due, new Input.MomentEnded(), Facts.NONE, Scene.now());
            decide(moves, due, new Input.MomentEnded(), Facts.NONE, Scene.emptyRepository());
            decide(moves, due, new Input.MomentEnded(), Facts.NONE, Scene.now(Map.of(SettingKey.MODE, "shadow")));
        }
        others(moves);
        return moves;
    }

    private static void others(Set<String> moves) {
        MailboxState unplanned = Scene.triggered().at(new Standing.Blocked(BlockReason.RUN_FAILED, null, null, null));
        decide(moves, unplanned, Scene.says("/alfred unblock"), Scene.allowed(), Scene.now());
        decide(
                moves,
                Scene.freezing(Phase.ANALYSIS).owing(List.of()),
                new Input.BranchesAsked(),
                Facts.NONE,
                Scene.now());
        MailboxState planned = Scene.planned().on(null).at(new Standing.Freezing(Scene.RUN, null));
        decide(moves, planned, new Input.BranchesAsked(), Facts.NONE, Scene.now());
        var run = new Standing.ActiveRun(Scene.RUN, Phase.ANSWER, new Standing.Open(), null);
        var answered = new Input.RunHappened(new RunEvent.Succeeded(
                Scene.report(Phase.ANSWER, ExitReason.NONE, 0, Scene.result(AgentOutcome.DONE, "Text", null))));
        decide(moves, Scene.triggered().at(new Standing.Queued(run)), answered, Facts.NONE, Scene.now());
        decide(moves, Scene.triggered().at(new Standing.Running(run)), answered, Facts.NONE, Scene.now());
    }

    private static void decide(Set<String> moves, MailboxState before, Input input, Facts facts, Circumstances now) {
        note(moves, before, PhaseDecider.decide(before, input, facts, now));
    }

    private static void note(Set<String> moves, MailboxState before, Decision decision) {
        String from = name(before.standing());
        String to = name(decision.next().standing());
        if (!from.equals(to)) {
            moves.add(from + " → " + to);
        }
    }

    private static String name(Standing standing) {
        return standing.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}

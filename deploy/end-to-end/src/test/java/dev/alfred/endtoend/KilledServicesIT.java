package dev.alfred.endtoend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.demo.Waiting;
import dev.alfred.local.launcher.ServiceProcess;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each service dies by SIGKILL while a run is in each of its stages. The order and the moment within the stage are drawn
 * by a seed that is printed and can be given again with {@code -Dalfred.test.seed}; of the twelve the first six are taken, or
 * as many as {@code -Dalfred.test.kills} says.
 */
@Isolated("it kills what the others work with")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledServicesIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    /** How often the stage is looked for before the blow; so many looks are much shorter than any stage. */
    private static final int MOST_LOOKS = 10;
    /** All twelve take minutes; each run of the tests draws others. */
    private static final int BY_DEFAULT = 6;

    private static final List<String> SERVICES =
            List.of("webhook-ingest", "mailbox-service", "run-orchestrator", "session-store");
    private static final List<String> STAGES = List.of("prepare", "run", "publish");

    static Stream<Arguments> kills() {
        long seed = Long.getLong("alfred.test.seed", System.nanoTime());
        System.out.println("kills drawn by -Dalfred.test.seed=" + seed);
        List<Arguments> kills = new ArrayList<>();
        Random drawn = new Random(seed);
        SERVICES.forEach(
                service -> STAGES.forEach(stage -> kills.add(Arguments.of(service, stage, drawn.nextInt(MOST_LOOKS)))));
        Collections.shuffle(kills, drawn);
        return kills.stream().limit(Integer.getInteger("alfred.test.kills", BY_DEFAULT));
    }

    @ParameterizedTest(name = "{0} dies in {1}, after {2} looks")
    @MethodSource("kills")
    void losesNothingAndDoublesNothing(String service, String stage, int looks) {
        RunningAlfred alfred = RunningAlfred.get();
        RunningAlfred.Project project = alfred.newProject("killed");
        alfred.operator().set("it", project.name(), "AUTO_DEVELOP", true);
        alfred.operator().set("it", project.name(), "ANALYSIS_FIRST", false);
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", "Greet the name that is given.");
        String mailbox = project.mailbox(issue);
        alfred.faults().slowGit(project, Duration.ofSeconds(1));
        ServiceProcess victim = alfred.system().process(service);

        alfred.dev().label(project.repository(), issue, "alfred");
        JsonNode run = Waiting.until(
                "a run of " + mailbox,
                LIMIT,
                () -> alfred.operator().runs(mailbox).stream().findFirst());
        String id = run.get("id").asText();
        Waiting.until("the run is in " + stage, LIMIT, () -> Stages.isIn(id, stage));
        for (int look = 0; look < looks; look++) {
            assertThat(Stages.isIn(id, stage)).as("still in " + stage).isPresent();
        }
        victim.kill();
        alfred.faults().clear();
        Waiting.until(service + " is back", LIMIT, () -> Optional.of(victim).filter(ServiceProcess::ready));

        JsonNode ended = alfred.operator().awaitEndOfRun(mailbox, 1, LIMIT);
        JsonNode waiting = alfred.operator().awaitStatus(mailbox, "waiting", LIMIT);
        String branch = waiting.get("branch").asText();
        assertThat(ended.get("state").asText()).as(ended.toString()).isEqualTo("succeeded");
        assertThat(ended.get("attempt").asInt())
                .as("the living sandbox was adopted")
                .isEqualTo(1);
        assertThat(alfred.operator().runs(mailbox)).hasSize(1);
        Waiting.until("a merge request", LIMIT, () -> alfred.dev().mergeRequestOf(project.repository(), branch));
        assertThat(alfred.dev().commitsOn(project.repository(), branch, "main")).hasSize(1);
        assertThat(alfred.operator().sessions(mailbox)).hasSize(1);
        System.out.println(service + " was killed in " + stage + ": nothing lost, nothing doubled");
    }
}

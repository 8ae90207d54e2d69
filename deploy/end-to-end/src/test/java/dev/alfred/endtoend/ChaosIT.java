package dev.alfred.endtoend;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.alfred.local.demo.StepFailed;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Many issues lived from label to close while services, broker, database and runners are killed and paused at random.
 * {@code -Dalfred.test.chaos.runs} is how many runs are asked for at least (without it the test is skipped),
 * {@code -Dalfred.test.chaos.pause} the mean time in seconds until the next blow on a system that stands,
 * {@code -Dalfred.test.seed} draws them and is printed. After {@code -Dalfred.test.chaos.minutes} no issue is begun any
 * more, and the verdict is on those that were.
 */
class ChaosIT {
    private static final int RUNS_OF_A_LIFE = 3;
    private static final int AT_ONCE = 10;
    private static final int ISSUES_OF_A_PROJECT = 20;
    private static final Duration LEASE = Duration.ofSeconds(12);
    private static final Duration LONGER_THAN_A_LEASE = LEASE.multipliedBy(2);
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(2);
    private static final Duration REDELIVER = Duration.ofSeconds(3);

    private final int runs = Integer.getInteger("alfred.test.chaos.runs", 0);
    private final Duration begin = Duration.ofMinutes(Integer.getInteger("alfred.test.chaos.minutes", 600));
    private final long seed = Long.getLong("alfred.test.seed", System.nanoTime());
    private final Duration pause = Duration.ofSeconds(Integer.getInteger("alfred.test.chaos.pause", 4));
    private final ConcurrentLinkedQueue<String> unlived = new ConcurrentLinkedQueue<>();
    private RunningAlfred alfred;

    @AfterEach
    void stop() {
        if (alfred != null) {
            alfred.system().close();
        }
    }

    @Test
    void everyRunEndsOnceAndNothingIsLeft() throws InterruptedException {
        if (runs == 0) {
            System.out.println("SKIPPED: chaos comes by hand, with -Dalfred.test.chaos.runs=N");
        }
        assumeTrue(runs > 0, "chaos comes by hand, with -Dalfred.test.chaos.runs=N");
        System.out.printf("chaos drawn by -Dalfred.test.seed=%d, at least %d runs%n", seed, runs);
        alfred = RunningAlfred.withTwoOrchestrators(LEASE);
        Instant start = Instant.now();
        AgentRecords records = new AgentRecords(alfred);
        List<IssueLife> lives = lives(records);

        try (Remains remains = new Remains(alfred)) {
            Chaos chaos = new Chaos(alfred, seed, pause, LONGER_THAN_A_LEASE);
            try (chaos) {
                live(lives);
            }
            RunLedger ledger = settled(remains);
            List<IssueLife> lived = lives.stream().filter(IssueLife::begun).toList();
            ChaosVerdict verdict = ChaosVerdict.of(alfred, lived, ledger, records, chaos.struckRuns());

            System.out.printf(
                    "chaos: %d blows %s on %d issues in %d s: %s%n",
                    chaos.blows().size(),
                    chaos.counts(),
                    lived.size(),
                    Duration.between(start, Instant.now()).toSeconds(),
                    verdict.figures());
            assertThat(unlived).as("issues that did not come to their end").isEmpty();
            assertThat(verdict.complaints()).isEmpty();
        }
    }

    private RunLedger settled(Remains remains) {
        remains.ageLeftovers();
        List<String> last = new ArrayList<>();
        try {
            return Waiting.until("nothing is left", SETTLED_WITHIN, () -> {
                RunLedger ledger = RunLedger.of(alfred);
                last.clear();
                last.addAll(ChaosVerdict.unsettled(alfred, ledger, remains));
                return Optional.of(ledger).filter(read -> last.isEmpty());
            });
        } catch (StepFailed e) {
            unlived.forEach(System.out::println);
            throw new AssertionError("left for " + SETTLED_WITHIN + ": " + last, e);
        }
    }

    private List<IssueLife> lives(AgentRecords records) {
        int count = Math.ceilDiv(runs, RUNS_OF_A_LIFE);
        int pairs = Math.ceilDiv(count, 2 * ISSUES_OF_A_PROJECT);
        List<RunningAlfred.Project> planned = new ArrayList<>();
        List<RunningAlfred.Project> direct = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            planned.add(alfred.newProject("planned"));
            direct.add(alfred.newProject("direct"));
            alfred.operator().set("it", direct.getLast().name(), "ANALYSIS_FIRST", false);
        }
        Random drawn = new Random(seed);
        List<IssueLife> lives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lives.add(life(i, drawn, planned, direct, records));
        }
        Collections.shuffle(lives, drawn);
        return lives;
    }

    private IssueLife life(
            int number,
            Random drawn,
            List<RunningAlfred.Project> planned,
            List<RunningAlfred.Project> direct,
            AgentRecords records) {
        IssueLife.Word approve = new IssueLife.Word("development", "/alfred approve");
        IssueLife.Word again = new IssueLife.Word("development", "/alfred develop Say it once more.");
        IssueLife.Word ask = new IssueLife.Word("answer", "@alfred which plan did you follow in case " + number + "?");
        IssueLife.Ending ending = endings().get(drawn.nextInt(endings().size()));
        int project = number / 2 % planned.size();
        if (number % 2 == 0) {
            return new IssueLife(alfred, direct.get(project), records, "development", List.of(again, ask), ending);
        }
        List<IssueLife.Word> words = drawn.nextBoolean() ? List.of(approve, ask) : List.of(ask, approve);
        return new IssueLife(alfred, planned.get(project), records, "analysis", words, ending);
    }

    private static List<IssueLife.Ending> endings() {
        List<IssueLife.Ending> endings = new ArrayList<>(Arrays.asList(IssueLife.Ending.values()));
        endings.add(IssueLife.Ending.MERGED);
        return endings;
    }

    private void live(List<IssueLife> lives) throws InterruptedException {
        Instant last = Instant.now().plus(begin);
        CountDownLatch lived = new CountDownLatch(1);
        Thread caretaker = Thread.ofVirtual().start(() -> redeliver(lives, lived));
        try (ExecutorService people = Executors.newFixedThreadPool(AT_ONCE)) {
            lives.forEach(life -> people.execute(() -> {
                try {
                    if (Instant.now().isBefore(last)) {
                        life.live();
                    }
                } catch (StepFailed e) {
                    unlived.add(e.getMessage() + " — " + ChaosVerdict.standing(alfred, life));
                }
            }));
        }
        lived.countDown();
        caretaker.join();
    }

    /** The forge tells each thing once; what fell into a gap is told again by whoever looks after the hooks. */
    private void redeliver(List<IssueLife> lives, CountDownLatch lived) {
        Set<String> again = new HashSet<>();
        try {
            while (!lived.await(REDELIVER.toMillis(), TimeUnit.MILLISECONDS)) {
                lives.stream()
                        .map(IssueLife::project)
                        .distinct()
                        .forEach(project -> alfred.dev().redeliver(project.repository(), again));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.println("webhooks told again by hand: " + again.size());
    }
}

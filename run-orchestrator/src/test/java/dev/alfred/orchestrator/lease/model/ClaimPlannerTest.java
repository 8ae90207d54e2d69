package dev.alfred.orchestrator.lease.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.alfred.orchestrator.lease.model.ClaimPlanner.Queue;
import dev.alfred.orchestrator.lease.model.ClaimPlanner.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClaimPlannerTest {
    private static final String POOL = "a-pool";
    private static final int URGENT = 1;
    private static final int LATER = 5;

    private int made;

    @Test
    void theMoreUrgentComesFirstThenTheProjectThatHoldsLessThenTheOlder() {
        Waiting old = waiting("one", LATER);
        Waiting young = waiting("two", LATER);
        Waiting ofABusyProject = waiting("three", LATER);
        Waiting urgent = waiting("four", URGENT);

        assertThat(choose(
                        10,
                        new Queue(2, List.of(ofABusyProject), false),
                        new Queue(0, List.of(old), false),
                        new Queue(0, List.of(urgent), false),
                        new Queue(0, List.of(young), false)))
                .contains(ids(urgent, old, young, ofABusyProject));
    }

    @Test
    void aProjectTakesTurnsWithOthersHoweverMuchOfItWaits() {
        Waiting first = waiting("one", LATER);
        Waiting second = waiting("two", LATER);
        Waiting other = waiting("three", LATER);

        assertThat(choose(2, new Queue(0, List.of(first, second), false), new Queue(0, List.of(other), false)))
                .contains(ids(first, other));
    }

    @Test
    void aMailboxGetsOneRun() {
        Waiting first = waiting("one", LATER);
        Waiting again = waiting("one", LATER);
        Waiting next = waiting("two", LATER);

        assertThat(choose(10, new Queue(0, List.of(first, again, next), false))).contains(ids(first, next));
    }

    @Test
    void aRunThatIsAllowedMoreIsNotKeptWaitingByOneThatIsNot() {
        Waiting allowed = waiting("one", POOL, LATER, 2);
        Waiting tooMany = waiting("two", POOL, LATER, 2);
        Waiting asksForMore = waiting("three", POOL, LATER, 9);

        assertThat(choose(10, new Queue(1, List.of(allowed, tooMany, asksForMore), false)))
                .contains(ids(allowed, asksForMore));
    }

    @Test
    void aFullPoolLetsRunsOfOthersPass() {
        Waiting first = waiting("one", POOL, LATER, 9);
        Waiting noPlace = waiting("two", POOL, LATER, 9);
        Waiting elsewhere = waiting("three", "another", LATER, 9);

        assertThat(ClaimPlanner.choose(
                        List.of(new Queue(0, List.of(first, noPlace, elsewhere), false)),
                        Map.of(POOL, 1L, "another", 1L),
                        10))
                .contains(ids(first, elsewhere));
    }

    @Test
    void saysNothingWhereTheNextOneMayBeOneThatItWasNotToldOf() {
        Waiting first = waiting("one", LATER);
        Waiting other = waiting("two", LATER);

        assertThat(choose(2, new Queue(0, List.of(first), true), new Queue(5, List.of(other), false)))
                .isEmpty();
        assertThat(choose(1, new Queue(0, List.of(first), true), new Queue(5, List.of(other), false)))
                .contains(ids(first));
    }

    /** The beginnings of queues, wherever they are cut, tell the same as the whole or nothing. */
    @ParameterizedTest
    @MethodSource("seeds")
    void choosesTheSameFromBeginningsAsFromAll(long seed) {
        Random random = new Random(seed);
        List<Queue> whole = queues(random);
        Map<String, Long> room = Map.of(POOL, (long) random.nextInt(8), "another", (long) random.nextInt(4));
        int most = 1 + random.nextInt(8);
        List<UUID> all = ClaimPlanner.choose(whole, room, most).orElseThrow();

        for (int depth = 1; depth <= 6; depth++) {
            int cut = depth;
            List<Queue> beginnings = whole.stream()
                    .map(queue -> queue.first().size() <= cut
                            ? queue
                            : new Queue(queue.held(), queue.first().subList(0, cut), true))
                    .toList();
            ClaimPlanner.choose(beginnings, room, most)
                    .ifPresent(chosen -> assertThat(chosen)
                            .as("seed %d, depth %d", seed, cut)
                            .isEqualTo(all));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void keepsEveryLimitAndLeavesNoPlaceThatARunCouldTake(long seed) {
        Random random = new Random(seed);
        List<Queue> queues = queues(random);
        Map<String, Long> room = Map.of(POOL, (long) random.nextInt(8), "another", (long) random.nextInt(4));
        int most = 1 + random.nextInt(8);

        Set<UUID> chosen = new HashSet<>(ClaimPlanner.choose(queues, room, most).orElseThrow());

        Map<String, Long> taken = new HashMap<>();
        for (Queue queue : queues) {
            List<Waiting> ofProject = queue.first().stream()
                    .filter(run -> chosen.contains(run.id()))
                    .toList();
            ofProject.forEach(run -> taken.merge(run.pool(), 1L, Long::sum));
            assertThat(ofProject).extracting(Waiting::mailbox).doesNotHaveDuplicates();
            assertThat(ofProject)
                    .allSatisfy(run -> assertThat(queue.held() + ofProject.indexOf(run) + 1)
                            .isLessThanOrEqualTo(run.maxConcurrentRuns()));
        }
        assertThat(taken).allSatisfy((pool, runs) -> assertThat(runs).isLessThanOrEqualTo(room.get(pool)));
        assertThat(chosen).hasSizeLessThanOrEqualTo(most);
        if (chosen.size() < most) {
            assertThat(queues)
                    .allSatisfy(queue ->
                            assertThat(couldBegin(queue, taken, room, chosen)).isEmpty());
        }
    }

    /** By its turn in its project, in which each mailbox counts once. */
    private static List<Waiting> couldBegin(
            Queue queue, Map<String, Long> taken, Map<String, Long> room, Set<UUID> chosen) {
        List<Waiting> could = new ArrayList<>();
        Set<String> before = new HashSet<>();
        for (Waiting run : queue.first()) {
            boolean turn = before.add(run.mailbox()) && queue.held() + before.size() <= run.maxConcurrentRuns();
            if (turn && !chosen.contains(run.id()) && taken.getOrDefault(run.pool(), 0L) < room.get(run.pool())) {
                could.add(run);
            }
        }
        return could;
    }

    static Collection<Long> seeds() {
        return IntStream.range(0, 200).mapToObj(Long::valueOf).toList();
    }

    private List<Queue> queues(Random random) {
        List<Queue> queues = new ArrayList<>();
        for (int project = 0; project < 1 + random.nextInt(4); project++) {
            List<Waiting> runs = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                runs.add(waiting(
                        project + "-" + random.nextInt(5),
                        random.nextInt(3) == 0 ? "another" : POOL,
                        1 + random.nextInt(3),
                        1 + random.nextInt(5)));
            }
            runs.sort((one, other) -> Integer.compare(one.priority(), other.priority()));
            queues.add(new Queue(random.nextInt(3), runs, false));
        }
        return queues;
    }

    private static Optional<List<UUID>> choose(int most, Queue... queues) {
        return ClaimPlanner.choose(List.of(queues), Map.of(POOL, 100L), most);
    }

    private static List<UUID> ids(Waiting... runs) {
        return List.of(runs).stream().map(Waiting::id).toList();
    }

    private Waiting waiting(String mailbox, int priority) {
        return waiting(mailbox, POOL, priority, 9);
    }

    private Waiting waiting(String mailbox, String pool, int priority, int atOnce) {
        made++;
        return new Waiting(new UUID(0, made), mailbox, pool, priority, Instant.EPOCH.plusSeconds(made), atOnce);
    }
}

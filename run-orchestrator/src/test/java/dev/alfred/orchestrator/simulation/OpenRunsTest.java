package dev.alfred.orchestrator.simulation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A verdict that is never given is worth nothing: what a claim must not leave behind is seen. */
class OpenRunsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final UUID PROJECT = UUID.randomUUID();
    private static final UUID ANOTHER = UUID.randomUUID();
    private static final String HERE = "machine-a";

    @Test
    void findsMoreHeldOfAProjectThanItMayHave() {
        OpenRuns open = open(held("one", PROJECT, "wide", 1), held("two", PROJECT, "wide", 1));

        assertThat(open.overbooked()).contains("project " + PROJECT + ": 2");
    }

    @Test
    void findsMoreHeldInAPoolThanItHasPlaces() {
        OpenRuns open = open(held("one", PROJECT, "narrow", 4), held("two", ANOTHER, "narrow", 4));

        assertThat(open.overbooked()).contains("pool narrow: 2");
    }

    @Test
    void findsTwoHeldOfOneMailbox() {
        OpenRuns open = open(held("one", PROJECT, "wide", 4), held("one", PROJECT, "wide", 4));

        assertThat(open.overbooked()).contains("mailbox one: 2");
    }

    @Test
    void hasNothingToSayOfWhatIsWithinItsLimits() {
        OpenRuns open =
                open(held("one", PROJECT, "wide", 2), held("two", PROJECT, "wide", 2), waiting("three", PROJECT, 5, 0));

        assertThat(open.overbooked()).isEmpty();
        assertThat(open.leftWaiting(HERE)).isEmpty();
    }

    @Test
    void findsWhatWaitsThoughThereIsRoom() {
        OpenRuns.Open left = waiting("two", PROJECT, 5, 0);

        assertThat(open(held("one", PROJECT, "wide", 2), left).leftWaiting(HERE))
                .contains(left.id());
    }

    @Test
    void expectsNoClaimOfWhatIsNotDueOrIsAnotherMachinesOrHasItsMailboxBusy() {
        OpenRuns open = open(
                held("one", ANOTHER, "wide", 2),
                waiting("one", PROJECT, 5, 0),
                new OpenRuns.Open(
                        UUID.randomUUID(), "two", PROJECT, "wide", 5, NOW, "queued", null, NOW.plusSeconds(1), null, 2),
                new OpenRuns.Open(
                        UUID.randomUUID(), "three", PROJECT, "wide", 5, NOW, "queued", null, NOW, "machine-b", 2));

        assertThat(open.leftWaiting(HERE)).isEmpty();
    }

    @Test
    void findsWhatIsPassedOverForALessUrgentOne() {
        OpenRuns.Open urgent = waiting("one", PROJECT, 1, 9);
        OpenRuns.Open older = waiting("two", PROJECT, 5, 0);
        OpenRuns.Open claimed = held("three", PROJECT, "wide", 1);

        assertThat(open(urgent, claimed).passedOver(List.of(claimed.id()), HERE))
                .contains(urgent.id());
        assertThat(open(older, claimed).passedOver(List.of(claimed.id()), HERE)).contains(older.id());
        assertThat(open(urgent, older, claimed).passedOver(List.of(), HERE)).isEmpty();
    }

    @Test
    void doesNotTakeAMoreUrgentOneForPassingOver() {
        OpenRuns.Open younger = waiting("one", PROJECT, 5, 9);
        OpenRuns.Open less = waiting("two", PROJECT, 9, 0);
        OpenRuns.Open elsewhere = waiting("three", ANOTHER, 1, 0);
        OpenRuns.Open claimed = held("four", PROJECT, "wide", 1);

        assertThat(open(younger, less, elsewhere, claimed).passedOver(List.of(claimed.id()), HERE))
                .isEmpty();
    }

    private static OpenRuns open(OpenRuns.Open... runs) {
        return new OpenRuns(List.of(runs), Map.of("wide", 4, "narrow", 1), NOW);
    }

    private static OpenRuns.Open held(String mailbox, UUID project, String pool, int atOnce) {
        return new OpenRuns.Open(
                UUID.randomUUID(), mailbox, project, pool, 5, at(5), "running", "instance-1", NOW, null, atOnce);
    }

    private static OpenRuns.Open waiting(String mailbox, UUID project, int priority, int second) {
        return new OpenRuns.Open(
                UUID.randomUUID(), mailbox, project, "wide", priority, at(second), "queued", null, NOW, null, 2);
    }

    private static Instant at(int second) {
        return Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second);
    }
}

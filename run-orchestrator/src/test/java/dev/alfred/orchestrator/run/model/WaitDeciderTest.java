package dev.alfred.orchestrator.run.model;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WaitDeciderTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final UUID ANOTHER = UUID.fromString("019a0000-0000-7000-8000-000000000002");

    private Optional<WaitDecider.Pool> pool = aPool(true, 3, null, 2);
    private String reason;
    private Instant notBefore = NOW;
    private Optional<UUID> heldInMailbox = Optional.empty();
    private long heldInProject = 1;

    @Test
    void nothingIsInItsWay() {
        assertThat(decided()).isEmpty();
    }

    @Test
    void itsPoolIsNotThere() {
        pool = Optional.empty();
        heldInMailbox = Optional.of(ANOTHER);

        assertWaits("unknown_pool", "there is no runner pool nightly");
    }

    @Test
    void nothingLaunchesItsKindOfRunner() {
        pool = aPool(false, 3, null, 0);

        assertWaits("launcher_missing", "nothing here launches runners of kind sandbox");
    }

    @Test
    void itsPoolIsClosed() {
        pool = aPool(true, 0, null, 2);
        assertWaits("pool_closed", "pool nightly has capacity 0");

        pool = aPool(true, 0, "its resource is deleted", 0);
        assertWaits("pool_closed", "pool nightly has capacity 0: its resource is deleted");
    }

    @Test
    void itsLastTryMetSomethingAndTheNextOneIsNotDue() {
        reason = "forge_unreachable";
        notBefore = NOW.plusSeconds(60);
        pool = aPool(true, 3, null, 3);

        assertThat(decided()).contains(new Wait("forge_unreachable", "what was met", notBefore));
    }

    @Test
    void aLimitIsInItsWayNowWhateverItsLastTryMet() {
        reason = "forge_unreachable";
        pool = aPool(true, 3, null, 3);

        assertWaits("pool_full", "pool nightly has 3 of 3 places taken");
    }

    @Test
    void itsLastTryMetSomethingAndTheNextOneIsDue() {
        reason = "forge_unreachable";

        assertWaits("forge_unreachable", "what was met");
    }

    @Test
    void anotherRunOfItsMailboxIsNotOver() {
        heldInMailbox = Optional.of(ANOTHER);
        heldInProject = 4;

        assertWaits("mailbox_busy", "run 019a0000-0000-7000-8000-000000000002 of the same mailbox is not over");
    }

    @Test
    void itsProjectHasAsManyRunsAsItMay() {
        heldInProject = 4;
        pool = aPool(true, 3, null, 3);

        assertWaits("project_limit", "the project has 4 of 4 runs under way (MAX_CONCURRENT_RUNS)");
    }

    @Test
    void itsPoolDrains() {
        pool = aPool(true, 1, null, 5);

        assertWaits("pool_full", "pool nightly has 5 of 1 places taken");
    }

    private static Optional<WaitDecider.Pool> aPool(boolean launcher, int capacity, String note, long held) {
        return Optional.of(new WaitDecider.Pool("sandbox", launcher, capacity, Optional.ofNullable(note), held));
    }

    private void assertWaits(String expected, String detail) {
        assertThat(decided()).contains(new Wait(expected, detail, null));
    }

    private Optional<Wait> decided() {
        return WaitDecider.decide(new WaitDecider.Facts(
                "nightly",
                pool,
                reason,
                reason == null ? null : "what was met",
                notBefore,
                NOW,
                heldInMailbox,
                heldInProject,
                4));
    }
}

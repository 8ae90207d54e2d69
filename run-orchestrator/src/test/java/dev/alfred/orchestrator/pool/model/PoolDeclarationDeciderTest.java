package dev.alfred.orchestrator.pool.model;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider.Decision;
import dev.alfred.orchestrator.pool.model.PoolDeclarationDecider.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class PoolDeclarationDeciderTest {
    private static final Optional<KnownPool> UNKNOWN = Optional.empty();
    private static final Optional<KnownPool> OVER_REST =
            Optional.of(new KnownPool("p", 9, Optional.empty(), Optional.empty()));

    record Row(String name, Decision expected, Decision decided) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("a new pool", follows(2), declared(UNKNOWN, seen("here", "a", 1, 2))),
                new Row("a pool of REST's is taken over", follows(2), declared(OVER_REST, seen("here", "a", 1, 2))),
                new Row("scaled up", follows(5), declared(known("a", 1, 2), seen("here", "a", 2, 5))),
                new Row(
                        "scaled down, nothing is stopped",
                        follows(0),
                        declared(known("a", 1, 2), seen("here", "a", 2, 0))),
                new Row("another image alone", follows(2), declared(known("a", 1, 2), image("a", 2, 2, "other"))),
                new Row("seen again", nothing(Reason.AS_DECLARED), declared(known("a", 2, 2), seen("here", "a", 2, 2))),
                new Row(
                        "seen by one that lags behind",
                        nothing(Reason.SEEN_EARLIER),
                        declared(known("a", 3, 7), seen("here", "a", 2, 2))),
                new Row("made anew under its name", follows(2), declared(known("a", 9, 7), seen("here", "b", 1, 2))),
                new Row(
                        "back after it was thought gone",
                        follows(2),
                        declared(withdrawn("a"), seen("here", "a", 1, 2))),
                new Row(
                        "a name that another namespace has",
                        nothing(Reason.DECLARED_ELSEWHERE),
                        declared(known("a", 1, 2), seen("there", "z", 1, 5))),
                new Row(
                        "a name that another namespace had",
                        follows(5),
                        declared(withdrawn("a"), seen("there", "z", 1, 5))),
                new Row(
                        "refused",
                        new Decision.Follow(0, Optional.of("no")),
                        declared(known("a", 1, 2), refused("a", 2, 2))),
                new Row(
                        "refused, seen again",
                        nothing(Reason.AS_DECLARED),
                        declared(refusedBefore("a", 2), refused("a", 2, 2))),
                new Row("mended", follows(2), declared(refusedBefore("a", 2), seen("here", "a", 3, 2))),
                new Row("a pool of REST's has no resource", nothing(Reason.NOT_DECLARED), gone(OVER_REST, "a")),
                new Row("no pool at all", nothing(Reason.NOT_DECLARED), gone(UNKNOWN, "a")),
                new Row("gone for good", nothing(Reason.WITHDRAWN_ALREADY), gone(withdrawn("a"), "a")),
                new Row("gone, and another there", nothing(Reason.DECLARED_BY_ANOTHER), gone(known("b", 1, 2), "a")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void decides(Row row) {
        assertThat(row.decided()).isEqualTo(row.expected());
    }

    @Test
    void aPoolWhoseResourceIsGoneDrainsAndSaysWhy() {
        assertThat(gone(known("a", 1, 2), "a"))
                .isInstanceOfSatisfying(
                        Decision.Drain.class, drain -> assertThat(drain.note()).contains("deleted"));
    }

    @Test
    void eachReasonIsInTheTable() {
        Set<Reason> told = rows().map(Row::expected)
                .filter(Decision.Nothing.class::isInstance)
                .map(decision -> ((Decision.Nothing) decision).reason())
                .collect(Collectors.toSet());

        assertThat(told).isEqualTo(EnumSet.allOf(Reason.class));
    }

    private static Decision declared(Optional<KnownPool> known, PoolDeclaration seen) {
        return PoolDeclarationDecider.declared(known, seen);
    }

    private static Decision gone(Optional<KnownPool> known, String uid) {
        return PoolDeclarationDecider.withdrawn(known, uid);
    }

    private static Decision follows(int capacity) {
        return new Decision.Follow(capacity, Optional.empty());
    }

    private static Decision nothing(Reason why) {
        return new Decision.Nothing(why);
    }

    private static PoolDeclaration seen(String namespace, String uid, long generation, int capacity) {
        return new PoolDeclaration(namespace, uid, generation, capacity, Optional.of("image"), "{}", Optional.empty());
    }

    private static PoolDeclaration image(String uid, long generation, int capacity, String image) {
        return new PoolDeclaration("here", uid, generation, capacity, Optional.of(image), "{}", Optional.empty());
    }

    private static PoolDeclaration refused(String uid, long generation, int capacity) {
        return new PoolDeclaration("here", uid, generation, capacity, Optional.of("image"), "{}", Optional.of("no"));
    }

    private static Optional<KnownPool> known(String uid, long generation, int capacity) {
        return known(uid, generation, capacity, false, null);
    }

    private static Optional<KnownPool> refusedBefore(String uid, long generation) {
        return known(uid, generation, 0, false, "no");
    }

    private static Optional<KnownPool> withdrawn(String uid) {
        return known(uid, 1, 0, true, "gone");
    }

    private static Optional<KnownPool> known(
            String uid, long generation, int capacity, boolean withdrawn, String note) {
        return Optional.of(new KnownPool(
                "p",
                capacity,
                Optional.of(new KnownPool.Declared(
                        "here", uid, generation, withdrawn, Optional.of("image"), Optional.of("{}"))),
                Optional.ofNullable(note)));
    }
}

package dev.alfred.orchestrator.pool.model;

import java.util.Optional;

/**
 * Decides what a resource, or its absence, means for its pool. Several orchestrators look at the same resources at
 * different moments: what one of them saw earlier than what is on record changes nothing.
 *
 * <pre>
 * set over REST --declared--> declared --declared anew--> declared
 *                             declared --withdrawn--> withdrawn --declared--> declared
 *                                                     withdrawn --set over REST--> set over REST
 * </pre>
 */
public final class PoolDeclarationDecider {
    private static final String WITHDRAWN =
            "its RunnerPool resource was deleted: nothing more is claimed, what runs goes on";

    private PoolDeclarationDecider() {}

    /** What to do with the pool. */
    public sealed interface Decision {
        /** From now on it is as declared. */
        record Follow(int capacity, Optional<String> note) implements Decision {}

        /** It claims nothing more. */
        record Drain(String note) implements Decision {}

        record Nothing(Reason reason) implements Decision {}
    }

    /** Why nothing is to be done. */
    public enum Reason {
        AS_DECLARED,
        SEEN_EARLIER,
        DECLARED_ELSEWHERE,
        NOT_DECLARED,
        DECLARED_BY_ANOTHER,
        WITHDRAWN_ALREADY
    }

    public static Decision declared(Optional<KnownPool> known, PoolDeclaration seen) {
        Optional<KnownPool.Declared> before = known.flatMap(KnownPool::declared);
        if (before.isEmpty() || before.get().withdrawn()) {
            return follow(seen);
        }
        if (!before.get().namespace().equals(seen.namespace())) {
            return new Decision.Nothing(Reason.DECLARED_ELSEWHERE);
        }
        if (before.get().uid().equals(seen.uid())) {
            if (before.get().generation() > seen.generation()) {
                return new Decision.Nothing(Reason.SEEN_EARLIER);
            }
            if (same(known.get(), before.get(), seen)) {
                return new Decision.Nothing(Reason.AS_DECLARED);
            }
        }
        return follow(seen);
    }

    /** @param uid of the resource that is not there any more */
    public static Decision withdrawn(Optional<KnownPool> known, String uid) {
        Optional<KnownPool.Declared> before = known.flatMap(KnownPool::declared);
        if (before.isEmpty()) {
            return new Decision.Nothing(Reason.NOT_DECLARED);
        }
        if (!before.get().uid().equals(uid)) {
            return new Decision.Nothing(Reason.DECLARED_BY_ANOTHER);
        }
        return before.get().withdrawn()
                ? new Decision.Nothing(Reason.WITHDRAWN_ALREADY)
                : new Decision.Drain(WITHDRAWN);
    }

    private static Decision follow(PoolDeclaration seen) {
        return new Decision.Follow(seen.effectiveCapacity(), seen.refusal());
    }

    private static boolean same(KnownPool known, KnownPool.Declared before, PoolDeclaration seen) {
        return before.generation() == seen.generation()
                && known.capacity() == seen.effectiveCapacity()
                && known.note().equals(seen.refusal())
                && before.image().equals(seen.image())
                && before.podSettings().equals(Optional.of(seen.podSettings()));
    }
}

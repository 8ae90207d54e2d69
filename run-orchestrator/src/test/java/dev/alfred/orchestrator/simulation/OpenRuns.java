package dev.alfred.orchestrator.simulation;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The runs that have not ended, as they stand at one moment, held against what their pools and projects may have at once.
 *
 * @param capacity of each pool
 */
record OpenRuns(List<Open> runs, Map<String, Integer> capacity, Instant now) {

    /**
     * @param owner the instance that holds it, or null
     * @param node the machine that alone can look after it, or null
     * @param atOnce how many of its project may be held
     */
    record Open(
            UUID id,
            String mailbox,
            UUID project,
            String pool,
            int priority,
            Instant requestedAt,
            String state,
            String owner,
            Instant notBefore,
            String node,
            int atOnce) {

        private boolean held() {
            return owner != null;
        }

        private boolean before(Open other) {
            return priority != other.priority ? priority < other.priority : requestedAt.isBefore(other.requestedAt);
        }
    }

    private long held(Function<Open, ?> of, Object value) {
        return runs.stream().filter(Open::held).map(of).filter(value::equals).count();
    }

    /** A mailbox, project or pool of which more is held than may be. */
    Optional<String> overbooked() {
        return runs.stream()
                .filter(Open::held)
                .map(this::overbooked)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> overbooked(Open run) {
        if (held(Open::mailbox, run.mailbox) > 1) {
            return Optional.of("mailbox " + run.mailbox + ": " + held(Open::mailbox, run.mailbox));
        }
        if (held(Open::project, run.project) > run.atOnce) {
            return Optional.of("project " + run.project + ": " + held(Open::project, run.project));
        }
        return held(Open::pool, run.pool) > capacity.get(run.pool)
                ? Optional.of("pool " + run.pool + ": " + held(Open::pool, run.pool))
                : Optional.empty();
    }

    /** What could be claimed from that machine, but for the limits of its project and pool. */
    private List<Open> waiting(String machine) {
        return runs.stream()
                .filter(run -> run.state.equals("queued") && !run.held())
                .filter(run -> !run.notBefore.isAfter(now))
                .filter(run -> run.node == null || run.node.equals(machine))
                .filter(run -> held(Open::mailbox, run.mailbox) == 0)
                .toList();
    }

    /** A run that waits on, though less urgent ones of its project and pool were claimed. */
    Optional<UUID> passedOver(Collection<UUID> claimed, String machine) {
        Map<UUID, Open> byId = runs.stream().collect(Collectors.toMap(Open::id, Function.identity()));
        return waiting(machine).stream()
                .filter(run -> claimed.stream()
                        .map(byId::get)
                        .anyMatch(other ->
                                other.project.equals(run.project) && other.pool.equals(run.pool) && run.before(other)))
                .map(Open::id)
                .findFirst();
    }

    /** A run that waits on, though its mailbox, project and pool have room. */
    Optional<UUID> leftWaiting(String machine) {
        return waiting(machine).stream()
                .filter(run -> held(Open::project, run.project) < run.atOnce)
                .filter(run -> held(Open::pool, run.pool) < capacity.get(run.pool))
                .map(Open::id)
                .findFirst();
    }
}

package dev.alfred.orchestrator.lease.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;

/**
 * Which waiting runs are claimed: the most urgent phase first, among these the projects that hold least, then the oldest, as
 * far as pools, projects and mailboxes have room. A run's turn in its project is by the runs before it there, of each mailbox
 * the first, whether they are claimed or not; how many of its project may be held is its own to say.
 */
public final class ClaimPlanner {
    private static final Comparator<Candidate> ORDER = Comparator.comparingInt(
                    (Candidate candidate) -> candidate.run.priority())
            .thenComparingLong(candidate -> candidate.inProject)
            .thenComparing(candidate -> candidate.run.requestedAt())
            .thenComparing(candidate -> candidate.run.id());

    private final Map<String, Long> room;
    private final PriorityQueue<Candidate> next = new PriorityQueue<>(ORDER);
    private final Set<String> mailboxes = new HashSet<>();
    private final List<UUID> chosen = new ArrayList<>();
    private boolean ranOut;

    private ClaimPlanner(Map<String, Long> room) {
        this.room = new HashMap<>(room);
    }

    /** A run that waits, whose time has come and whose mailbox is free. */
    public record Waiting(
            UUID id, String mailbox, String pool, int priority, Instant requestedAt, int maxConcurrentRuns) {}

    /**
     * What waits of a project.
     *
     * @param held how many of its runs are held
     * @param first its runs of pools that have room, in their order
     * @param more whether there may be others behind them
     */
    public record Queue(long held, List<Waiting> first, boolean more) {}

    private static final class Candidate {
        private final Queue queue;
        private final int place;
        private final Waiting run;
        private final long inProject;

        private Candidate(Queue queue, int place, long inProject) {
            this.queue = queue;
            this.place = place;
            this.run = queue.first().get(place);
            this.inProject = inProject;
        }
    }

    /**
     * The chosen runs, in their order.
     *
     * @param room how many more each pool may hold
     * @param most how many are chosen at most
     * @return empty where the beginnings of the queues don't tell: one has more than was told of it, and may be chosen from
     */
    public static Optional<List<UUID>> choose(List<Queue> projects, Map<String, Long> room, int most) {
        ClaimPlanner planner = new ClaimPlanner(room);
        projects.forEach(queue -> planner.offer(queue, 0, queue.held() + 1));
        long places = room.values().stream().mapToLong(Long::longValue).sum();
        return planner.choose(Math.min(most, places)) ? Optional.of(planner.chosen) : Optional.empty();
    }

    /** False where the next one may be one that was not told of. */
    private boolean choose(long places) {
        while (chosen.size() < places && !ranOut && !next.isEmpty()) {
            Candidate candidate = next.remove();
            Waiting run = candidate.run;
            if (!mailboxes.add(run.mailbox())) {
                offer(candidate.queue, candidate.place + 1, candidate.inProject);
                continue;
            }
            if (candidate.inProject <= run.maxConcurrentRuns() && room.merge(run.pool(), -1L, Long::sum) >= 0) {
                chosen.add(run.id());
            }
            offer(candidate.queue, candidate.place + 1, candidate.inProject + 1);
        }
        return chosen.size() == places || !ranOut;
    }

    private void offer(Queue queue, int place, long inProject) {
        if (place < queue.first().size()) {
            next.add(new Candidate(queue, place, inProject));
        } else {
            ranOut |= queue.more();
        }
    }
}

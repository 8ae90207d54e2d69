package dev.alfred.mailbox.mailbox.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Says which of a mailbox's undecided events are decided together now, and in which order. Pure. */
public final class MomentPlanner {
    private static final Comparator<MailboxEventRecord> AS_IT_HAPPENED =
            Comparator.comparing(MailboxEventRecord::occurredAt).thenComparing(MailboxEventRecord::position);

    private MomentPlanner() {}

    /**
     * Events of one moment.
     *
     * @param events to be decided now, in this order
     * @param ended whether nothing of the moment is left, so that what is due may start
     */
    public record Moment(List<MailboxEventRecord> events, boolean ended) {}

    /** While something is under way each event is looked at as soon as it is ready: most are kept anyway. */
    public static Moment whileActive(List<MailboxEventRecord> undecided, Instant now) {
        return new Moment(
                undecided.stream()
                        .filter(MomentPlanner::ready)
                        .filter(event -> !event.decideAt().isAfter(now))
                        .sorted(AS_IT_HAPPENED)
                        .toList(),
                false);
    }

    /**
     * Otherwise a moment begins with its first event and lasts {@code coalesce}. It is decided when it is over and all
     * facts of its events are known; what came later joins it as far as its facts are known, too.
     */
    public static Moment whenIdle(List<MailboxEventRecord> undecided, Instant now, Duration coalesce) {
        List<MailboxEventRecord> waiting = undecided.stream()
                .filter(event -> event.state() != EventState.KEPT)
                .sorted(AS_IT_HAPPENED)
                .toList();
        if (waiting.isEmpty()) {
            return new Moment(List.of(), true);
        }
        Instant begin = earliest(waiting, MailboxEventRecord::receivedAt);
        Predicate<MailboxEventRecord> within = event -> !event.receivedAt().isAfter(begin.plus(coalesce));
        boolean over = !earliest(waiting, MailboxEventRecord::decideAt).isAfter(now);
        if (!over || waiting.stream().filter(within).anyMatch(Predicate.not(MomentPlanner::ready))) {
            return new Moment(List.of(), false);
        }
        List<MailboxEventRecord> known =
                waiting.stream().takeWhile(MomentPlanner::ready).toList();
        return new Moment(known, known.size() == waiting.size());
    }

    private static boolean ready(MailboxEventRecord event) {
        return event.state() == EventState.READY;
    }

    private static Instant earliest(List<MailboxEventRecord> events, Function<MailboxEventRecord, Instant> time) {
        return events.stream().map(time).min(Comparator.naturalOrder()).orElseThrow();
    }
}

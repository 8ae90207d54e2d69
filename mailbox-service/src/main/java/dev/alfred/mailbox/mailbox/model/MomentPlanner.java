package dev.alfred.mailbox.mailbox.model;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.PhaseDecider;

/** Says which of a mailbox's undecided events are decided together now, and in which order. Pure. */
public final class MomentPlanner {
    /** Some forges tell whole seconds: within one, what triggers goes before what people say, whatever came first. */
    private static final Comparator<MailboxEventRecord> AS_IT_HAPPENED = Comparator.comparing(
                    (MailboxEventRecord event) -> event.occurredAt().truncatedTo(ChronoUnit.SECONDS))
            .thenComparing(MomentPlanner::says)
            .thenComparing(MailboxEventRecord::occurredAt)
            .thenComparing(MomentPlanner::comment)
            .thenComparing(MailboxEventRecord::position);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,40}");

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

    /** A word of people: a comment, a command, an approval. */
    private static boolean says(MailboxEventRecord event) {
        return switch (event.input()) {
            case Input.IssueHappened(IssueEvent.Labeled labeled) ->
                labeled.label().equals(PhaseDecider.APPROVED_LABEL);
            case Input.IssueHappened(IssueEvent.Commented ignored) -> true;
            case Input.IssueHappened(IssueEvent.CommentEdited ignored) -> true;
            case Input.IssueHappened(IssueEvent.CommentDeleted ignored) -> true;
            case Input.IssueHappened ignored -> false;
            case Input.Commanded ignored -> true;
            case Input.RunWished ignored -> true;
            case Input.RunHappened ignored -> false;
            case Input.BranchesAsked ignored -> false;
            case Input.MergeRequestOpened ignored -> false;
            case Input.MergeRequestRefused ignored -> false;
            case Input.IssueVanished ignored -> false;
            case Input.MomentEnded ignored -> false;
        };
    }

    /** Forges number comments in the order in which they were written. */
    private static BigInteger comment(MailboxEventRecord event) {
        return event.input()
                                instanceof
                                Input.IssueHappened(IssueEvent.Commented(var context, var issue, IssueComment comment))
                        && NUMBER.matcher(comment.id()).matches()
                ? new BigInteger(comment.id())
                : BigInteger.ZERO;
    }

    private static boolean ready(MailboxEventRecord event) {
        return event.state() == EventState.READY;
    }

    private static Instant earliest(List<MailboxEventRecord> events, Function<MailboxEventRecord, Instant> time) {
        return events.stream().map(time).min(Comparator.naturalOrder()).orElseThrow();
    }
}

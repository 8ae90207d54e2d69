package dev.alfred.orchestrator.simulation;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.lease.RunClaims;
import dev.alfred.orchestrator.session.SimulatedSessionStore;

/** What must hold at each step of a course, and at its end. */
final class Verdict implements SimulatedRunners.Onlooker {
    private final Course course;
    private final SimulatedDatabase database;
    private final Set<String> pushed = new HashSet<>();
    private Supplier<SimulatedRunners> runners;
    private Supplier<String> acting;
    private SimulatedSessionStore store;
    private Mailboxes mailboxes;

    Verdict(Course course, SimulatedDatabase database) {
        this.course = course;
        this.database = database;
    }

    /** @param instance the one that acts */
    void over(Supplier<String> instance, SimulatedRunners present, SimulatedSessionStore sessions, Mailboxes asking) {
        acting = instance;
        runners = () -> present;
        store = sessions;
        mailboxes = asking;
    }

    String name(UUID run) {
        return mailboxes.name(run);
    }

    String name(SimulatedRunners.Pod pod) {
        return "runner of %s, attempt %d".formatted(name(pod.ref.run()), pod.ref.attempt());
    }

    private RunRequested request(UUID run) {
        return mailboxes.requests().get(run);
    }

    AssertionError unforeseen(String instance, String run, RuntimeException failure) {
        AssertionError violation = course.violation("%s fails with %s: %s", instance, run, failure);
        violation.initCause(failure);
        return violation;
    }

    /** The limits of mailboxes, pools and projects hold at any time. */
    OpenRuns limitsHold() {
        OpenRuns open = database.openRuns(mailboxes::atOnce);
        open.overbooked().ifPresent(what -> {
            throw course.violation("more is held than may be: %s", what);
        });
        return open;
    }

    /** A claim takes as many as there is room for, and the most urgent ones. */
    void claimed(OpenRuns open, List<RunClaims.Claim> claimed, String machine) {
        List<UUID> runs = claimed.stream().map(claim -> claim.held().run()).toList();
        open.passedOver(runs, machine).ifPresent(run -> {
            throw course.violation("%s waits on, though less urgent ones of its project were claimed", name(run));
        });
        open.leftWaiting(machine).ifPresent(run -> {
            throw course.violation("%s waits on, though there is room for it", name(run));
        });
    }

    /** Only the present attempt of a run that has not ended acts, and alone in its mailbox. */
    void mayAct(SimulatedRunners.Pod pod) {
        Optional<Integer> present = database.presentAttempt(pod.ref.run());
        if (!present.equals(Optional.of(pod.ref.attempt()))) {
            throw course.violation(
                    "%s is at work, though %s is at attempt %s", name(pod), name(pod.ref.run()), present);
        }
        alone(pod, SimulatedRunners.Pod::mailbox, 1, "mailbox");
        alone(pod, this::project, mailboxes.atOnce(pod.ref.run()), "project");
        alone(pod, this::pool, SimulationProfile.CAPACITY.get(pool(pod)), "pool");
    }

    private UUID project(SimulatedRunners.Pod pod) {
        return request(pod.ref.run()).project().id();
    }

    private String pool(SimulatedRunners.Pod pod) {
        return request(pod.ref.run()).settings().runnerPool();
    }

    /** Alone, or among no more than that. */
    private void alone(SimulatedRunners.Pod pod, Function<SimulatedRunners.Pod, ?> of, int most, String what) {
        List<String> together = runners.get().atWork().stream()
                .filter(other -> of.apply(other).equals(of.apply(pod)))
                .map(this::name)
                .toList();
        if (together.size() > most) {
            throw course.violation("of one %s, %d may be at work at once: %s", what, most, together);
        }
    }

    @Override
    public Instant now() {
        return database.now();
    }

    @Override
    public boolean mineToLaunch(RunnerRef ref) {
        return database.launches(acting.get(), ref.run(), ref.attempt());
    }

    /** Only who has the attempt to launch when it asks gives a runner what it needs. */
    @Override
    public void launches(RunnerRef ref, boolean mine) {
        if (!mine) {
            throw course.violation(
                    "%s launches attempt %d of %s, which is not its to launch any more",
                    acting.get(), ref.attempt(), name(ref.run()));
        }
    }

    /** A session's only writer holds its pin, and goes on with the newest one. */
    void mayUseSession(SimulatedRunners.Pod pod, SessionRef session) {
        RunRequested request = request(pod.ref.run());
        if (!store.pinnedBy(request.mailbox(), pod.ref.run(), pod.ref.attempt())) {
            throw course.violation("%s works on a state that is not pinned to it", name(pod));
        }
        Optional<String> newest = store.newest(request.mailbox());
        if (!newest.equals(Optional.ofNullable(session.resumeId()))) {
            throw course.violation(
                    "%s is to resume %s, though the newest session is %s", name(pod), session.resumeId(), newest);
        }
    }

    /** No state goes while somebody works on it. */
    void mayRemoveState(MailboxKey mailbox) {
        runners.get().atWork().stream()
                .filter(pod -> pod.mailbox().equals(mailbox.value()))
                .filter(pod -> pod.order.spec().session() != null)
                .findFirst()
                .ifPresent(pod -> {
                    throw course.violation("%s is at work on a state that is removed", name(pod));
                });
    }

    /** A runner is told to end only for a cancel, when its time is over, or when it never got what it needs to begin. */
    @Override
    public void stops(SimulatedRunners.Pod pod) {
        SimulatedDatabase.Limit limit = database.limit(pod.ref.run(), pod.ref.attempt());
        boolean overdue = limit.deadline().isBefore(limit.now());
        course.count(overdue && !limit.cancelled() ? Happening.STOP_OVERDUE : Happening.STOP, 1);
        if (!limit.cancelled() && !overdue && !pod.forsaken(limit.now())) {
            throw course.violation(
                    "%s is told to end at %s, its deadline is %s", name(pod), limit.now(), limit.deadline());
        }
    }

    void pushed(String commit) {
        pushed.add(commit);
    }

    /** Each run has come to one end, told once, and nothing of any is left. */
    void atTheEnd() {
        Map<UUID, SimulatedDatabase.Run> runs = database.runs(mailboxes.keys());
        for (RunRequested request : mailboxes.requests().values()) {
            SimulatedDatabase.Run run = runs.get(request.run());
            if (run == null) {
                throw course.violation("%s is not known", name(request.run()));
            }
            ended(request, run);
        }
        List<SimulatedDatabase.Attempt> attempts = database.attempts(mailboxes.keys());
        attempts.forEach(this::recorded);
        Instant now = now();
        attempts.forEach(attempt -> inTime(attempt, now));
        noWorkTwice(attempts);
        told();
        course.count(
                Happening.LATE_RESULT, database.lateResults(mailboxes.requests().keySet()));
        nothingLeft();
    }

    private void ended(RunRequested request, SimulatedDatabase.Run run) {
        RunState state = Wire.of(RunState.class, run.state());
        if (!state.ended()) {
            throw course.violation("%s is %s for ever, reason %s", name(request.run()), run.state(), run.reason());
        }
        course.count(Happening.valueOf(state.name()), 1);
        if (run.launches() > request.settings().maxAttempts()) {
            throw course.violation("%s was launched %d times", name(request.run()), run.launches());
        }
        boolean done = state == RunState.SUCCEEDED && request.phase().writes();
        if (done && !pushed.contains(run.commit())) {
            throw course.violation("%s has succeeded with %s, which nobody pushed", name(request.run()), run.commit());
        }
    }

    /** What an attempt made of its session is on record as it was told. */
    private void recorded(SimulatedDatabase.Attempt attempt) {
        if (attempt.launched() && !attempt.sessionOff()) {
            Optional<RecordSession> record = store.recorded(attempt.run(), attempt.number());
            if (record.isEmpty()) {
                throw course.violation(
                        "attempt %d of %s has no record of its session", attempt.number(), name(attempt.run()));
            }
            String recorded = record.get().nativeSessionId();
            if (attempt.nativeId() != null && !attempt.nativeId().equals(recorded)) {
                throw course.violation(
                        "attempt %d of %s told of session %s, on record is %s",
                        attempt.number(), name(attempt.run()), attempt.nativeId(), recorded);
            }
        }
        if (!attempt.removed()) {
            throw course.violation(
                    "the runner of attempt %d of %s is never removed", attempt.number(), name(attempt.run()));
        }
    }

    private void inTime(SimulatedDatabase.Attempt attempt, Instant now) {
        if (attempt.startingAt() != null && attempt.startingAt().isAfter(now)) {
            throw course.violation(
                    "attempt %d of %s began at %s, and it is %s",
                    attempt.number(), name(attempt.run()), attempt.startingAt(), now);
        }
    }

    /** Whose commit is known to be on the remote has no attempt after it. */
    private void noWorkTwice(List<SimulatedDatabase.Attempt> attempts) {
        for (SimulatedDatabase.Attempt one : attempts) {
            boolean again = attempts.stream()
                    .anyMatch(other ->
                            other.run().equals(one.run()) && other.number() > one.number() && other.launched());
            if (again && one.reportedCommit() != null && pushed.contains(one.reportedCommit())) {
                throw course.violation("%s goes on after its attempt %d had pushed", name(one.run()), one.number());
            }
        }
    }

    /** Each run's end is told once, and nothing of the run after it; each attempt begins once. */
    private void told() {
        Map<UUID, List<SimulatedDatabase.Told>> told = database.told(mailboxes.keys());
        for (UUID run : mailboxes.requests().keySet()) {
            List<SimulatedDatabase.Told> events = told.getOrDefault(run, List.of());
            long ends = events.stream().filter(SimulatedDatabase.Told::end).count();
            if (ends != 1 || !events.getLast().end()) {
                throw course.violation("%s has told %s", name(run), events);
            }
            List<Integer> begun = events.stream()
                    .filter(SimulatedDatabase.Told::begin)
                    .map(SimulatedDatabase.Told::attempt)
                    .toList();
            if (!begun.equals(
                    begun.stream().distinct().sorted(Comparator.naturalOrder()).toList())) {
                throw course.violation("%s has told of the beginning of attempts %s", name(run), begun);
            }
        }
    }

    private void nothingLeft() {
        List<String> left = runners.get().all().stream().map(this::name).toList();
        if (!left.isEmpty()) {
            throw course.violation("left behind: %s", left);
        }
        for (MailboxKey mailbox : mailboxes.keys()) {
            if (store.pinned(mailbox)) {
                throw course.violation("the state of %s is pinned for ever", mailboxes.name(mailbox));
            }
        }
    }
}

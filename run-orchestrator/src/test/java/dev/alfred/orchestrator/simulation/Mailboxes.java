package dev.alfred.orchestrator.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.messaging.Envelope;
import dev.alfred.messaging.TraceContext;
import dev.alfred.orchestrator.ARunRequest;
import dev.alfred.orchestrator.run.RunRequestHandler;
import dev.alfred.orchestrator.session.SimulatedSessionStore;

/**
 * mailbox-service's side: mailboxes that ask for runs, cancel them, close and open again. What it sends comes in its order,
 * at least once, when it comes.
 */
final class Mailboxes {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MAILBOXES = 5;
    private static final int IN_PODS = 3;
    private static final int RUNS = 8;

    private final Mutation mutation;
    private final Course course;
    private final Orchestrators orchestrators;
    private final RunRequestHandler handler;
    private final SimulatedDatabase database;
    private final SimulatedSessionStore store;
    private final List<Mailbox> mailboxes = new ArrayList<>();
    private final Map<UUID, RunRequested> requests = new LinkedHashMap<>();
    private final List<Sent> received = new ArrayList<>();

    /** A mailbox, and what it has sent that has not come yet, to run-orchestrator and to session-store. */
    private static final class Mailbox {
        private final MailboxKey key;
        private final long number;
        private final UUID project;
        private final String pool;
        private final int atOnce;
        private final Deque<Sent> toOrchestrator = new ArrayDeque<>();
        private final Deque<Runnable> toStore = new ArrayDeque<>();
        private long revision = 1;
        private boolean closing;
        private boolean closed;

        Mailbox(long number, UUID project, String pool, int atOnce) {
            this.key = MailboxKey.issue("acme-shelves", number);
            this.number = number;
            this.project = project;
            this.pool = pool;
            this.atOnce = atOnce;
        }
    }

    private record Sent(String what, Envelope<Object> message) {}

    /** @param first the number of its first mailbox; no other schedule has the same ones */
    Mailboxes(
            long first,
            Mutation mutation,
            Course course,
            Orchestrators orchestrators,
            RunRequestHandler handler,
            SimulatedDatabase database,
            SimulatedSessionStore store) {
        this.mutation = mutation;
        this.course = course;
        this.orchestrators = orchestrators;
        this.handler = handler;
        this.database = database;
        this.store = store;
        List<UUID> projects = List.of(UUID.randomUUID(), UUID.randomUUID());
        int atOnce = 1 + course.draw(2);
        for (int i = 0; i < MAILBOXES; i++) {
            mailboxes.add(new Mailbox(
                    first + i,
                    projects.get(i < 2 ? 0 : 1),
                    i < IN_PODS ? SimulationProfile.PODS : SimulationProfile.MACHINES,
                    i < 2 ? atOnce : MAILBOXES));
        }
    }

    Map<UUID, RunRequested> requests() {
        return requests;
    }

    /** How many runs of that run's project may be held at once. */
    int atOnce(UUID run) {
        return of(requests.get(run).mailbox()).atOnce;
    }

    List<MailboxKey> keys() {
        return mailboxes.stream().map(mailbox -> mailbox.key).toList();
    }

    String name(MailboxKey key) {
        return "mailbox-" + (keys().indexOf(key) + 1);
    }

    String name(UUID run) {
        return "run-" + (List.copyOf(requests.keySet()).indexOf(run) + 1);
    }

    void asks() {
        Mailbox mailbox = course.draw(mailboxes);
        if (requests.size() >= RUNS || mailbox.closing || mailbox.closed) {
            return;
        }
        ARunRequest draft = ARunRequest.aRun()
                .inProject(mailbox.project)
                .inMailbox(mailbox.number)
                .of(course.draw(List.of(Phase.CI_FIX, Phase.DEVELOPMENT, Phase.ANALYSIS)))
                .inPool(mailbox.pool)
                .atMostAtOnce(mutation == Mutation.NO_PROJECT_LIMIT ? RUNS : mailbox.atOnce)
                .decidedAt(mailbox.revision)
                .withAttempts(course.oneIn(3) ? 1 : 2)
                .within(Duration.ofMinutes(2), Duration.ofMinutes(1))
                .requestedAt(BEGINNING.plusSeconds(requests.size()));
        if (course.oneIn(10)) {
            draft.withoutSessions();
        }
        RunRequested request = draft.build();
        requests.put(request.run(), request);
        course.tell(
                Happening.REQUEST,
                "%s asks for %s, %s",
                name(mailbox.key),
                name(request.run()),
                request.phase().wire());
        if (course.oneIn(25)) {
            course.count(Happening.CANCEL_BEFORE_REQUEST, 1);
            cancel(mailbox, request);
        }
        send(mailbox, "the request for " + name(request.run()), request);
    }

    /** @param atWork the runs of which a runner is at work: those are cancelled as often as all others together */
    void cancels(List<UUID> atWork) {
        Set<UUID> open = database.open(requests.keySet());
        List<UUID> begun = atWork.stream().filter(open::contains).toList();
        List<UUID> any = requests.keySet().stream().filter(open::contains).toList();
        if (!any.isEmpty()) {
            RunRequested request = requests.get(course.draw(begun.isEmpty() || course.oneIn(2) ? any : begun));
            cancel(of(request.mailbox()), request);
        }
    }

    private void cancel(Mailbox mailbox, RunRequested request) {
        course.tell(Happening.CANCEL, "%s is to be cancelled", name(request.run()));
        send(
                mailbox,
                "the cancel of " + name(request.run()),
                new RunCancelRequested(request.run(), request.mailbox(), "ada", "drawn", Instant.now()));
    }

    private Mailbox of(MailboxKey key) {
        return mailboxes.get(keys().indexOf(key));
    }

    private void send(Mailbox mailbox, String what, Object message) {
        mailbox.toOrchestrator.add(new Sent(
                what,
                new Envelope<>(
                        UUID.randomUUID().toString(),
                        "simulated",
                        "simulation",
                        Instant.now(),
                        mailbox.key.value(),
                        TraceContext.NONE,
                        message)));
        if (!course.oneIn(3)) {
            arrives(mailbox);
        }
    }

    /** The next message of some mailbox comes, or one that came before comes again. */
    void arrives() {
        if (!received.isEmpty() && course.oneIn(4)) {
            Sent again = course.draw(received);
            course.tell(Happening.REDELIVERY, "%s comes again", again.what);
            orchestrators.delivers(() -> handler.handle(again.message));
        } else {
            arrives(course.draw(mailboxes));
        }
    }

    private void arrives(Mailbox mailbox) {
        if (!mailbox.toOrchestrator.isEmpty()) {
            Sent next = mailbox.toOrchestrator.peek();
            course.tell("%s comes", next.what);
            if (orchestrators.delivers(() -> handler.handle(next.message))) {
                received.add(mailbox.toOrchestrator.remove());
            } else {
                course.count(Happening.REDELIVERY, 1);
            }
        }
        if (!mailbox.toStore.isEmpty()) {
            mailbox.toStore.remove().run();
        }
    }

    /** A mailbox closes, and is closed once its runs have ended; or it is opened again. */
    void turns() {
        mailboxes.stream().filter(mailbox -> mailbox.closing).forEach(this::close);
        List<Mailbox> used = mailboxes.stream()
                .filter(one -> store.newest(one.key).isPresent())
                .toList();
        Mailbox mailbox = course.draw(used.isEmpty() || course.oneIn(2) ? mailboxes : used);
        if (mailbox.closed) {
            reopen(mailbox);
        } else if (!mailbox.closing && course.oneIn(3)) {
            boolean merged = !course.oneIn(3);
            course.tell(Happening.CLOSE, "%s is to close%s", name(mailbox.key), merged ? ", merged" : "");
            mailbox.closing = true;
            if (!merged) {
                Set<UUID> open = database.open(runs(mailbox));
                requests.values().stream()
                        .filter(request -> open.contains(request.run()))
                        .forEach(request -> cancel(mailbox, request));
            }
            close(mailbox);
        }
    }

    private List<UUID> runs(Mailbox mailbox) {
        return requests.values().stream()
                .filter(request -> request.mailbox().equals(mailbox.key))
                .map(RunRequested::run)
                .toList();
    }

    private void close(Mailbox mailbox) {
        if (database.open(runs(mailbox)).isEmpty()) {
            mailbox.closing = false;
            mailbox.closed = true;
            long revision = ++mailbox.revision;
            course.tell("%s is closed, at revision %d", name(mailbox.key), revision);
            tellStore(mailbox, () -> store.closed(mailbox.key, revision));
        }
    }

    private void reopen(Mailbox mailbox) {
        long revision = ++mailbox.revision;
        mailbox.closed = false;
        course.tell(Happening.REOPEN, "%s is open again, at revision %d", name(mailbox.key), revision);
        tellStore(mailbox, () -> store.reopened(mailbox.key, revision));
    }

    private void tellStore(Mailbox mailbox, Runnable message) {
        mailbox.toStore.add(message);
        if (!course.oneIn(3)) {
            mailbox.toStore.remove().run();
        }
    }

    /** All that was sent comes. */
    void calm() {
        for (Mailbox mailbox : mailboxes) {
            while (!mailbox.toOrchestrator.isEmpty() || !mailbox.toStore.isEmpty()) {
                arrives(mailbox);
            }
        }
    }
}

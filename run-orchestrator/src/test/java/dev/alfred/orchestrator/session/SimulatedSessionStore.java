package dev.alfred.orchestrator.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.ResumeFallback;

/**
 * A session-store in memory by the rules of the real one: a mailbox's life by revisions, one pin a state, the newest session
 * or none, answers and records once per attempt. In its calls time passes, before and after they take effect.
 */
public class SimulatedSessionStore extends SessionStore {
    private final Network network;
    private final Map<MailboxKey, Life> lives = new HashMap<>();
    private final Map<Attempt, Answer> answers = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();

    /** What lies between the caller and this. */
    public interface Network {
        void passes();

        /** Whether a call, or its answer, is lost now. */
        boolean loses(String what);
    }

    private record Attempt(UUID run, int number) {}

    private record Answer(ResolveSession request, SessionResolution resolution) {}

    private static final class Life {
        private long revision;
        private boolean closed;
        private Attempt pin;
    }

    private static final class Entry {
        private RecordSession session;
        private boolean stateRemoved;

        private Entry(RecordSession session) {
            this.session = session;
        }

        private boolean of(UUID run, int attempt) {
            return session.run().equals(run) && session.attempt() == attempt;
        }
    }

    public SimulatedSessionStore(Network network) {
        super(null);
        this.network = network;
    }

    @Override
    public Resolved resolve(ResolveSession request) {
        network.passes();
        if (network.loses("a question for a session")) {
            return away();
        }
        Resolved answer = answer(request);
        network.passes();
        return network.loses("the answer to a question for a session") ? away() : answer;
    }

    private static Resolved away() {
        return new Resolved.Away("session_store_unreachable", "it does not answer");
    }

    private Resolved answer(ResolveSession request) {
        Life life = life(request.mailbox());
        Attempt attempt = new Attempt(request.run(), request.attempt());
        if (life.closed && life.revision >= request.mailboxRevision()) {
            unpin(attempt);
            return new Resolved.MailboxClosed();
        }
        life.closed = false;
        life.revision = Math.max(life.revision, request.mailboxRevision());
        if (recorded(request.run(), request.attempt())
                .map(RecordSession::cliStarted)
                .orElse(false)) {
            return away();
        }
        if (isLate(request.generation(), attempt)) {
            return away();
        }
        life.pin = attempt;
        Answer former = answers.get(attempt);
        boolean same = former != null && former.request().asksTheSameAs(request);
        answers.put(attempt, new Answer(request, same ? former.resolution() : decide(request)));
        return new Resolved.Found(answers.get(attempt).resolution());
    }

    /** Under an older claim than the attempt was asked for or recorded. */
    private boolean isLate(long generation, Attempt attempt) {
        Answer asked = answers.get(attempt);
        return asked != null && generation < asked.request().generation()
                || recorded(attempt.run(), attempt.number())
                        .filter(told -> generation < told.generation())
                        .isPresent();
    }

    private SessionResolution decide(ResolveSession request) {
        ResumeFallback fallback =
                request.freshRequested() ? ResumeFallback.FRESH_REQUESTED : ResumeFallback.NO_PRIOR_SESSION;
        Optional<String> prior = request.freshRequested() ? Optional.empty() : newest(request.mailbox());
        return new SessionResolution(
                prior.orElse(null),
                prior.isPresent() ? null : fallback,
                null,
                null,
                null,
                false,
                new StateLocation.Directory("/state"));
    }

    @Override
    public boolean record(RecordSession session) {
        network.passes();
        if (network.loses("the record of a session")) {
            return false;
        }
        keep(session);
        network.passes();
        return !network.loses("the answer to the record of a session");
    }

    private void keep(RecordSession session) {
        Attempt attempt = new Attempt(session.run(), session.attempt());
        Answer asked = answers.get(attempt);
        if (asked != null && session.generation() < asked.request().generation()) {
            return;
        }
        unpin(attempt);
        Optional<Entry> known = entries.stream()
                .filter(entry -> entry.of(session.run(), session.attempt()))
                .findFirst();
        boolean again = known.isPresent() && !known.get().session.cliStarted() && !session.cliStarted();
        if (known.isPresent() && known.get().session.cliStarted()
                || again && known.get().session.generation() > session.generation()) {
            return;
        }
        known.ifPresentOrElse(entry -> entry.session = session, () -> entries.add(new Entry(session)));
    }

    private void unpin(Attempt attempt) {
        lives.values().stream().filter(life -> attempt.equals(life.pin)).forEach(life -> life.pin = null);
    }

    private Life life(MailboxKey mailbox) {
        return lives.computeIfAbsent(mailbox, any -> new Life());
    }

    /** The mailbox's newest session whose state is there; those of one run by number, however late one came. */
    public Optional<String> newest(MailboxKey mailbox) {
        List<Entry> own = entries.stream()
                .filter(entry -> entry.session.mailbox().equals(mailbox)
                        && entry.session.sessionOff() == null
                        && entry.session.nativeSessionId() != null
                        && !entry.stateRemoved)
                .toList();
        return own.stream()
                .max((one, other) -> {
                    int byRun = Integer.compare(last(one), last(other));
                    return byRun != 0 ? byRun : Integer.compare(one.session.attempt(), other.session.attempt());
                })
                .map(entry -> entry.session.nativeSessionId());
    }

    private int last(Entry entry) {
        int last = -1;
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).session.run().equals(entry.session.run())) {
                last = i;
            }
        }
        return last;
    }

    public Optional<RecordSession> recorded(UUID run, int attempt) {
        return entries.stream()
                .filter(entry -> entry.of(run, attempt))
                .map(entry -> entry.session)
                .findFirst();
    }

    /** Whether an attempt works on the mailbox's state, as far as this knows. */
    public boolean pinned(MailboxKey mailbox) {
        return life(mailbox).pin != null;
    }

    public boolean pinnedBy(MailboxKey mailbox, UUID run, int attempt) {
        return new Attempt(run, attempt).equals(life(mailbox).pin);
    }

    /** Whether the mailbox's state may go. */
    public boolean removalDue(MailboxKey mailbox) {
        return life(mailbox).closed && !pinned(mailbox);
    }

    public void removed(MailboxKey mailbox) {
        entries.stream()
                .filter(entry -> entry.session.mailbox().equals(mailbox))
                .forEach(entry -> entry.stateRemoved = true);
    }

    public void closed(MailboxKey mailbox, long revision) {
        Life life = life(mailbox);
        if (revision >= life.revision) {
            life.closed = true;
            life.revision = revision;
        }
    }

    public void reopened(MailboxKey mailbox, long revision) {
        Life life = life(mailbox);
        if (revision >= life.revision && !(life.closed && life.revision == revision)) {
            life.closed = false;
            life.revision = revision;
        }
    }
}

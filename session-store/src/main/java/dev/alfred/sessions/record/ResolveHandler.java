package dev.alfred.sessions.record;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.sessions.record.model.PriorSession;
import dev.alfred.sessions.record.model.PriorSessionDecider;
import dev.alfred.sessions.record.model.ResumeWish;
import dev.alfred.sessions.record.store.ResolutionRepository;
import dev.alfred.sessions.record.store.SessionRepository;
import dev.alfred.sessions.state.Place;
import dev.alfred.sessions.state.StateStorage;
import dev.alfred.sessions.state.StateStorages;
import dev.alfred.sessions.state.model.LifeDecider;
import dev.alfred.sessions.state.model.LifeDecider.Admission;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;

/** Answers an attempt that asks for its session: admits it, decides, makes the place and pins it, in one transaction. */
@ApplicationScoped
class ResolveHandler {
    private final LifeRepository lives;
    private final SessionRepository sessions;
    private final ResolutionRepository resolutions;
    private final StateRepository states;
    private final StateStorages storages;
    private final Clock clock;

    ResolveHandler(
            LifeRepository lives,
            SessionRepository sessions,
            ResolutionRepository resolutions,
            StateRepository states,
            StateStorages storages,
            Clock clock) {
        this.lives = lives;
        this.sessions = sessions;
        this.resolutions = resolutions;
        this.states = states;
        this.storages = storages;
        this.clock = clock;
    }

    /** How a question for a session is answered. */
    sealed interface Resolved {
        record Found(SessionResolution resolution) implements Resolved {}

        record MailboxClosed(long revision) implements Resolved {}

        /** What this attempt did is on record: it works on no state any more, whoever still asks for it. */
        record AttemptEnded() implements Resolved {}

        /** Somebody else has looked after the run since: whoever asks has lost it. */
        record Late() implements Resolved {}
    }

    @Transactional
    Resolved resolve(ResolveSession request) {
        return switch (LifeDecider.admit(lives.lock(request.mailbox()), request.mailboxRevision())) {
            case Admission.MailboxClosed closed -> {
                states.unpin(request.mailbox(), pin(request));
                yield new Resolved.MailboxClosed(closed.revision());
            }
            case Admission.Admitted admitted -> {
                lives.save(admitted.next());
                // A run of a newer revision means that the mailbox was reopened, even if that wasn't heard yet.
                states.removalDue(request.mailbox(), false);
                yield answered(request);
            }
        };
    }

    private Resolved answered(ResolveSession request) {
        Optional<SessionRepository.Recorded> recorded = sessions.recorded(request.run(), request.attempt());
        if (recorded.map(SessionRepository.Recorded::cliStarted).orElse(false)) {
            return new Resolved.AttemptEnded();
        }
        Optional<ResolutionRepository.Answered> former = resolutions.find(request.run(), request.attempt());
        long newest = Math.max(
                recorded.map(SessionRepository.Recorded::generation).orElse(0L),
                former.map(answered -> answered.request().generation()).orElse(0L));
        return isLate(request.generation(), newest) ? new Resolved.Late() : new Resolved.Found(answer(request, former));
    }

    /** By the claims of run-orchestrator, each of which has a higher generation than the one before. */
    static boolean isLate(long generation, long newest) {
        return generation != 0 && generation < newest;
    }

    private SessionResolution answer(ResolveSession request, Optional<ResolutionRepository.Answered> former) {
        StateKey key = new StateKey(request.mailbox(), request.adapter());
        Instant now = clock.instant();
        StateStorage storage = storages.mountableBy(request.runner());
        Place place = storage.prepare(key);
        states.exists(key, storage.kind(), text(place.location()), now);
        states.unpin(request.mailbox(), pin(request));
        states.pin(key, pin(request));
        SessionResolution resolution = former.filter(
                        answered -> answered.request().asksTheSameAs(request))
                .map(ResolutionRepository.Answered::answer)
                .orElseGet(() -> {
                    PriorSession prior = PriorSessionDecider.decide(wish(request), sessions.past(request.mailbox()));
                    return resolution(
                            PriorSessionDecider.inPlace(prior, place instanceof Place.Emptied), place.location());
                });
        resolutions.save(new ResolutionRepository.Answered(request, resolution), now);
        return resolution;
    }

    private static String text(StateLocation location) {
        return switch (location) {
            case StateLocation.Directory directory -> directory.path();
            case StateLocation.Claim claim -> claim.claim() + "/" + claim.subPath();
        };
    }

    private static Pin pin(ResolveSession request) {
        return new Pin(request.run(), request.attempt());
    }

    private static ResumeWish wish(ResolveSession request) {
        return new ResumeWish(
                request.adapter(), request.phase(), request.cliVersion(), request.freshRequested(), request.tainted());
    }

    private static SessionResolution resolution(PriorSession prior, StateLocation location) {
        return switch (prior) {
            case PriorSession.Resume resume ->
                new SessionResolution(
                        resume.nativeId(),
                        null,
                        resume.fingerprint(),
                        resume.totals(),
                        resume.lastSeenRun(),
                        resume.tainted(),
                        location);
            case PriorSession.None none -> new SessionResolution(null, none.why(), null, null, null, false, location);
        };
    }
}

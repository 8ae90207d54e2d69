package dev.alfred.sessions.record;

import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.sessions.record.store.ResolutionRepository;
import dev.alfred.sessions.record.store.SessionRepository;
import dev.alfred.sessions.state.StateReleased;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import dev.alfred.sessions.state.store.LifeRepository;
import dev.alfred.sessions.state.store.StateRepository;

/** Records what an attempt did with its session, and lets go of the state, in one transaction. */
@ApplicationScoped
class RecordHandler {
    private final LifeRepository lives;
    private final SessionRepository sessions;
    private final ResolutionRepository resolutions;
    private final StateRepository states;
    private final Event<StateReleased> released;
    private final Clock clock;

    RecordHandler(
            LifeRepository lives,
            SessionRepository sessions,
            ResolutionRepository resolutions,
            StateRepository states,
            Event<StateReleased> released,
            Clock clock) {
        this.lives = lives;
        this.sessions = sessions;
        this.resolutions = resolutions;
        this.states = states;
        this.released = released;
        this.clock = clock;
    }

    /** What that state is kept in, by one question: it needs no transaction. */
    StateKind kind(StateKey key) {
        return states.find(key).map(SessionState::kind).orElse(StateKind.DIRECTORY);
    }

    /**
     * @param bytes what the state held just now, where that is known
     * @return false when the attempt was recorded before, or when the record is late: somebody else has looked after the run
     *     since, and the state may be at work. One that was thought never to have started gives way to what it did after all
     */
    @Transactional
    boolean record(RecordSession session, OptionalLong bytes) {
        lives.lock(session.mailbox());
        Optional<ResolutionRepository.Answered> answered = resolutions.find(session.run(), session.attempt());
        if (ResolveHandler.isLate(
                session.generation(),
                answered.map(asked -> asked.request().generation()).orElse(0L))) {
            return false;
        }
        if (states.unpin(session.mailbox(), new Pin(session.run(), session.attempt()))) {
            released.fire(new StateReleased());
        }
        Optional<SessionRepository.Recorded> before = sessions.recorded(session.run(), session.attempt());
        if (before.isPresent() && before.get().cliStarted()) {
            return false;
        }
        if (before.isPresent() && !session.cliStarted()) {
            sessions.recordedAgain(session);
            return false;
        }
        StateKey key = new StateKey(session.mailbox(), session.adapter());
        Optional<SessionState> state = states.find(key);
        sessions.save(
                session,
                answered.map(asked -> asked.answer().resumeId()).orElse(null),
                state.map(SessionState::removedAt).orElse(null),
                clock.instant());
        if (state.filter(found -> !found.removed()).isPresent()) {
            bytes.ifPresent(counted -> states.measured(key, counted));
        }
        return true;
    }
}

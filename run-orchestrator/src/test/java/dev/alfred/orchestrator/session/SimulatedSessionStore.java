package dev.alfred.orchestrator.session;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.ResumeFallback;

/** A session-store that knows no session, and in whose calls time passes. */
public class SimulatedSessionStore extends SessionStore {
    private final Runnable passing;

    public SimulatedSessionStore(Runnable passing) {
        super(null);
        this.passing = passing;
    }

    @Override
    public Resolved resolve(ResolveSession request) {
        passing.run();
        return new Resolved.Found(new SessionResolution(
                null, ResumeFallback.NO_PRIOR_SESSION, null, null, null, false, new StateLocation.Directory("/state")));
    }

    @Override
    public boolean record(RecordSession session) {
        passing.run();
        return true;
    }
}

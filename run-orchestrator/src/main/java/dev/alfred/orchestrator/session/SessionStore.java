package dev.alfred.orchestrator.session;

import java.time.temporal.ChronoUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks session-store which session an attempt resumes, and tells it what came of it. */
@ApplicationScoped
public class SessionStore {
    private static final Logger LOG = Logger.getLogger(SessionStore.class);
    private static final int CONFLICT = 409;

    private final SessionCalls calls;

    SessionStore(SessionCalls calls) {
        this.calls = calls;
    }

    /** session-store's answer to a question for a session. */
    public sealed interface Resolved {
        record Found(SessionResolution resolution) implements Resolved {}

        /** The mailbox is closed: the run has no place any more. */
        record MailboxClosed() implements Resolved {}

        record Away(String detail) implements Resolved {}
    }

    public Resolved resolve(ResolveSession request) {
        try {
            return new Resolved.Found(calls.resolve(request));
        } catch (WebApplicationException e) {
            return e.getResponse().getStatus() == CONFLICT ? new Resolved.MailboxClosed() : new Resolved.Away(away(e));
        } catch (ProcessingException e) {
            return new Resolved.Away(away(e));
        }
    }

    /** False when session-store is away: the same record is to be sent again. */
    public boolean record(RecordSession session) {
        try {
            calls.record(session);
            return true;
        } catch (WebApplicationException | ProcessingException e) {
            away(e);
            return false;
        }
    }

    private static String away(RuntimeException e) {
        LOG.warnf("session-store does not answer as it should, it is asked again later: %s", e.getMessage());
        return "session-store does not answer as it should";
    }

    /** The calls themselves, with a second try. A bean of its own, so that the retry takes part. */
    @ApplicationScoped
    static class SessionCalls {
        private final SessionStoreApi api;

        SessionCalls(@RestClient SessionStoreApi api) {
            this.api = api;
        }

        @Retry(maxRetries = 1, delay = 200, delayUnit = ChronoUnit.MILLIS, retryOn = ProcessingException.class)
        SessionResolution resolve(ResolveSession request) {
            return api.resolve(request);
        }

        @Retry(maxRetries = 1, delay = 200, delayUnit = ChronoUnit.MILLIS, retryOn = ProcessingException.class)
        void record(RecordSession record) {
            api.record(record);
        }
    }
}

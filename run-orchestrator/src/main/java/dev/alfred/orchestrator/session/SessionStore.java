package dev.alfred.orchestrator.session;

import java.time.temporal.ChronoUnit;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.orchestrator.forge.PeerProblem;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks session-store which session an attempt resumes, and tells it what came of it. */
@ApplicationScoped
public class SessionStore {
    private static final Logger LOG = Logger.getLogger(SessionStore.class);
    private static final String UNREACHABLE = "session_store_unreachable";
    private static final String CLOSED = "mailbox-closed";
    private static final String UNUSABLE = "state-unusable";

    private final SessionCalls calls;

    SessionStore(SessionCalls calls) {
        this.calls = calls;
    }

    /** session-store's answer to a question for a session. */
    public sealed interface Resolved {
        record Found(SessionResolution resolution) implements Resolved {}

        /** The mailbox is closed: the run has no place any more. */
        record MailboxClosed() implements Resolved {}

        /** Not to be had just now, for a reason in the vocabulary of waiting runs. */
        record Away(String reason, String detail) implements Resolved {}
    }

    public Resolved resolve(ResolveSession request) {
        try {
            return new Resolved.Found(calls.resolve(request));
        } catch (WebApplicationException e) {
            Optional<PeerProblem> problem = PeerProblem.of(e.getResponse());
            return problem.map(PeerProblem::name).filter(CLOSED::equals).isPresent()
                    ? new Resolved.MailboxClosed()
                    : refused(e, problem);
        } catch (ProcessingException e) {
            return new Resolved.Away(UNREACHABLE, away(e));
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

    /** session-store's own words where it is there and says what is in the way of this state. */
    private static Resolved refused(WebApplicationException e, Optional<PeerProblem> problem) {
        return problem.filter(told -> told.name().equals(UNUSABLE))
                .<Resolved>map(told -> new Resolved.Away(told.reason(), told.detail()))
                .orElseGet(() -> new Resolved.Away(UNREACHABLE, away(e)));
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

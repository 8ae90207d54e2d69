package dev.alfred.sessions.record;

import java.time.Instant;
import java.util.OptionalLong;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.sessions.state.StateStorages;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/** What run-orchestrator asks before each attempt and tells after it. */
@Path("/internal/sessions")
@RolesAllowed("service")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class InternalSessionResource {
    private static final Logger LOG = Logger.getLogger(InternalSessionResource.class);

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final ResolveHandler resolver;
    private final RecordHandler recorder;
    private final StateStorages storages;
    private final MailboxGroups groups;

    InternalSessionResource(
            ResolveHandler resolver, RecordHandler recorder, StateStorages storages, MailboxGroups groups) {
        this.resolver = resolver;
        this.recorder = recorder;
        this.storages = storages;
        this.groups = groups;
    }

    @POST
    @Path("resolve")
    public SessionResolution resolve(ResolveSession request) {
        check(request);
        SessionResolution resolution = switch (answer(request)) {
            case ResolveHandler.Resolved.Found found -> found.resolution();
            case ResolveHandler.Resolved.MailboxClosed closed ->
                throw ProblemException.conflict(
                        "mailbox-closed", "the mailbox was closed at revision " + closed.revision() + "; end the run");
            case ResolveHandler.Resolved.AttemptEnded ended ->
                throw ProblemException.conflict(
                        "attempt-ended", "what this attempt did is on record already; ask for a new attempt");
            case ResolveHandler.Resolved.Late late ->
                throw ProblemException.conflict(
                        "late-question", "the run was claimed anew since; leave it to whoever holds it now");
        };
        LOG.infof(
                "Session resolved: mailbox=%s run=%s attempt=%d phase=%s adapter=%s resumes=%s reason=%s",
                request.mailbox(),
                request.run(),
                request.attempt(),
                request.phase().wire(),
                request.adapter().wire(),
                resolution.resumeId() != null,
                resolution.fallback() == null ? "none" : resolution.fallback().wire());
        return resolution;
    }

    @POST
    public void record(RecordSession session) {
        check(session);
        StateKey key = new StateKey(session.mailbox(), session.adapter());
        OptionalLong bytes = storages.of(recorder.kind(key)).bytes(key, session.fingerprint());
        boolean isNew = groups.together(session, () -> recorder.record(session, bytes));
        LOG.infof(
                "Session recorded: mailbox=%s run=%s attempt=%d adapter=%s resumed=%s outcome=%s new=%s",
                session.mailbox(),
                session.run(),
                session.attempt(),
                session.adapter().wire(),
                session.resumed(),
                session.outcome().wire(),
                isNew);
    }

    private ResolveHandler.Resolved answer(ResolveSession request) {
        try {
            ResolveHandler.Resolved answer = groups.together(request, () -> resolver.resolve(request));
            if (answer instanceof ResolveHandler.Resolved.Found(SessionResolution resolution)) {
                storages.mountableBy(request.runner())
                        .provide(new StateKey(request.mailbox(), request.adapter()), resolution.state());
            }
            return answer;
        } catch (StateUnusable e) {
            LOG.warnf(e, "The run waits, its state has no place: mailbox=%s", request.mailbox());
            throw ProblemException.unavailable("state-unusable", e.getMessage());
        }
    }

    private static void check(ResolveSession request) {
        if (request == null
                || request.run() == null
                || request.attempt() < 1
                || request.mailbox() == null
                || request.adapter() == null
                || request.runner() == null
                || request.phase() == null) {
            throw ProblemException.badRequest(
                    "incomplete-request", "run, attempt, mailbox, adapter, runner and phase are needed");
        }
        if (request.runner() == RunnerKind.HOST || !request.adapter().local()) {
            throw ProblemException.badRequest("no-session-state", "this runner or adapter keeps no session state");
        }
    }

    private static void check(RecordSession session) {
        if (session == null
                || session.run() == null
                || session.attempt() < 1
                || session.mailbox() == null
                || session.adapter() == null
                || session.outcome() == null) {
            throw ProblemException.badRequest(
                    "incomplete-request", "run, attempt, mailbox, adapter and outcome are needed");
        }
        if (session.endedAt() != null
                && (session.endedAt().isBefore(Instant.EPOCH)
                        || session.endedAt().isAfter(LATEST))) {
            throw ProblemException.badRequest("unstorable-time", "endedAt must lie between 1970 and 9999");
        }
    }
}

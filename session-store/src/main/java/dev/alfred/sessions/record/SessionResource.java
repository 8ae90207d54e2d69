package dev.alfred.sessions.record;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.sessions.record.model.SessionEntry;
import dev.alfred.sessions.record.store.SessionRepository;

/** {@code /sessions} and {@code /mailboxes/{key}/sessions}: what attempts did with their sessions, the newest first. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"viewer", "operator", "admin", "service"})
public class SessionResource {
    private static final int MOST = 200;

    private final SessionRepository sessions;

    SessionResource(SessionRepository sessions) {
        this.sessions = sessions;
    }

    /** A recorded attempt as it is shown; {@code stateRemovedAt} is null while its state is kept. */
    public record SessionView(
            UUID run,
            int attempt,
            MailboxKey mailbox,
            String sessionName,
            String nativeSessionId,
            boolean resumed,
            ResumeFallback resumeFallback,
            SessionOff sessionOff,
            AdapterId adapter,
            String provider,
            String model,
            String cliVersion,
            boolean resumable,
            boolean tainted,
            RunState outcome,
            ExitReason exitReason,
            Instant endedAt,
            Instant stateRemovedAt) {
        static SessionView of(SessionEntry entry) {
            RecordSession session = entry.session();
            return new SessionView(
                    session.run(),
                    session.attempt(),
                    session.mailbox(),
                    session.sessionName(),
                    session.nativeSessionId(),
                    session.resumed(),
                    session.resumeFallback(),
                    session.sessionOff(),
                    session.adapter(),
                    session.provider(),
                    session.model(),
                    session.cliVersion(),
                    session.resumable(),
                    session.tainted(),
                    session.outcome(),
                    session.exitReason(),
                    session.endedAt(),
                    entry.stateRemovedAt());
        }
    }

    /** @param next the cursor of the following page, or null */
    public record Page(List<SessionView> items, String next) {}

    @GET
    @Path("sessions")
    @Transactional
    public Page sessions(
            @QueryParam("mailbox") String mailbox,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") @DefaultValue("50") int limit) {
        return page(mailbox == null ? null : key(mailbox), cursor, limit);
    }

    @GET
    @Path("mailboxes/{key}/sessions")
    @Transactional
    public Page ofMailbox(
            @PathParam("key") String mailbox,
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") @DefaultValue("50") int limit) {
        return page(key(mailbox), cursor, limit);
    }

    private Page page(MailboxKey mailbox, String cursor, int limit) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.badRequest("bad-page", "limit must be from 1 to " + MOST);
        }
        List<SessionEntry> found = sessions.page(mailbox, before(cursor), limit + 1);
        boolean more = found.size() > limit;
        List<SessionEntry> page = more ? found.subList(0, limit) : found;
        return new Page(
                page.stream().map(SessionView::of).toList(),
                more ? String.valueOf(page.getLast().position()) : null);
    }

    private static long before(String cursor) {
        try {
            return cursor == null ? Long.MAX_VALUE : Long.parseLong(cursor);
        } catch (NumberFormatException e) {
            throw ProblemException.badRequest("bad-page", "the cursor is none that this service gave");
        }
    }

    private static MailboxKey key(String text) {
        try {
            return new MailboxKey(text);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest("bad-mailbox", "that is no mailbox key");
        }
    }
}

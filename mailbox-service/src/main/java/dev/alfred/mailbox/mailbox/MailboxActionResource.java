package dev.alfred.mailbox.mailbox;

import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.internal.RunWish;
import dev.alfred.mailbox.mailbox.ImmediateDecisionHandler.Decided;
import dev.alfred.mailbox.phase.model.Command;
import dev.alfred.mailbox.phase.model.Outcome;
import dev.alfred.messaging.problem.ProblemException;
import io.smallrye.common.annotation.Blocking;

/** Lets operators act on mailboxes, and run-orchestrator hand on what somebody wants to be run. */
@Path("/")
@Blocking
public class MailboxActionResource {
    private final MailboxActionHandler handler;

    MailboxActionResource(MailboxActionHandler handler) {
        this.handler = handler;
    }

    /**
     * What came of an action.
     *
     * @param run the run that it led to, or null
     */
    public record ActionView(String mailbox, String decision, String reason, UUID run) {}

    @POST
    @Path("mailboxes/{key}/actions/{action}")
    @RolesAllowed({"operator", "admin"})
    public ActionView act(
            @PathParam("key") String key,
            @PathParam("action") String action,
            @HeaderParam("Idempotency-Key") @Size(max = 200) String idempotencyKey,
            SecurityContext caller) {
        Decided decided = handler.command(
                        MailboxResource.key(key),
                        command(action),
                        caller.getUserPrincipal().getName(),
                        idempotencyKey)
                .orElseThrow(() -> MailboxResource.unknown(key));
        if (decided.outcome() == Outcome.IGNORE) {
            throw refused(decided, "the action changes nothing now");
        }
        return new ActionView(key, decided.outcome().wire(), decided.reason(), decided.run());
    }

    @POST
    @Path("internal/mailboxes/{key}/requests")
    @RolesAllowed("service")
    public Response request(
            @PathParam("key") String key,
            @HeaderParam("Idempotency-Key") @Size(max = 200) String idempotencyKey,
            RunWish wish) {
        if (wish == null || wish.phase() == null || wish.requestedBy() == null) {
            throw ProblemException.badRequest("invalid-input", "say phase and requestedBy");
        }
        RunWish bounded = new RunWish(wish.phase(), Texts.bounded(wish.text()), wish.requestedBy());
        Decided decided = handler.wish(MailboxResource.key(key), bounded, idempotencyKey)
                .orElseThrow(() -> MailboxResource.unknown(key));
        if (decided.run() == null) {
            throw refused(decided, "no run can be started now");
        }
        return Response.status(Response.Status.CREATED)
                .entity(new RunWish.Accepted(decided.run()))
                .build();
    }

    private static ProblemException refused(Decided decided, String what) {
        return ProblemException.conflict(
                decided.reason().replace('_', '-').replace(':', '-'), what + ": " + decided.reason());
    }

    private static Command command(String action) {
        return switch (action) {
            case "approve" -> new Command.Approve();
            case "retry" -> new Command.Retry();
            case "stop" -> new Command.Stop();
            case "cancel" -> new Command.Cancel();
            case "pause" -> new Command.Pause();
            case "unblock" -> new Command.Unblock();
            case "fresh" -> new Command.Fresh();
            default ->
                throw ProblemException.notFound(
                        "unknown-action", "there are approve, retry, stop, cancel, pause, unblock and fresh");
        };
    }
}

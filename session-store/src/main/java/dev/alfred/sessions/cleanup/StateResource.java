package dev.alfred.sessions.cleanup;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Why;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/** {@code DELETE} of one state by an administrator; the next run of the mailbox begins a fresh session. */
@Path("/mailboxes/{key}/sessions/{adapter}/state")
public class StateResource {
    private static final Logger LOG = Logger.getLogger(StateResource.class);

    private final Removals removals;

    StateResource(Removals removals) {
        this.removals = removals;
    }

    @DELETE
    @RolesAllowed("admin")
    public void delete(
            @PathParam("key") String mailbox, @PathParam("adapter") String adapter, @Context SecurityContext caller) {
        Decision decision = removed(
                key(mailbox, adapter),
                new RemovalTrigger.Operator(caller.getUserPrincipal().getName()));
        if (decision instanceof Decision.Keep(Why why) && why != Why.NOTHING_THERE) {
            throw ProblemException.conflict("state-in-use", "a run works on this state; cancel it or wait for its end");
        }
    }

    private Decision removed(StateKey key, RemovalTrigger trigger) {
        try {
            return removals.remove(key, trigger);
        } catch (StateUnusable e) {
            LOG.warnf(e, "A state can't be removed as was wished: state=%s", key);
            throw ProblemException.unavailable("state-unusable", e.getMessage());
        }
    }

    private static StateKey key(String mailbox, String adapter) {
        try {
            return new StateKey(new MailboxKey(mailbox), Wire.of(AdapterId.class, adapter));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest("bad-state", "that is no mailbox key and adapter");
        }
    }
}

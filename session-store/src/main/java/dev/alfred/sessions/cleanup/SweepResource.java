package dev.alfred.sessions.cleanup;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.sessions.state.StateUnusable;

/** {@code POST /sweeps}: an administrator has the orphan sweep done now, and is told what it saw. */
@Path("/sweeps")
public class SweepResource {
    private final OrphanSweep sweep;

    SweepResource(OrphanSweep sweep) {
        this.sweep = sweep;
    }

    @POST
    @RolesAllowed("admin")
    @Produces(MediaType.APPLICATION_JSON)
    public SweepReport sweep() {
        try {
            return sweep.sweep()
                    .orElseThrow(() -> ProblemException.conflict(
                            "sweep-under-way", "a sweep is under way; ask again when it is done"));
        } catch (StateUnusable e) {
            throw ProblemException.unavailable("state-unusable", e.getMessage());
        }
    }
}

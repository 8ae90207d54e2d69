package dev.alfred.measured;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** Runs what is asked for and tells how many nanoseconds it took; filling the queue is not among them. */
@Path("/measured")
@RolesAllowed("admin")
@Produces(MediaType.TEXT_PLAIN)
public class MeasuredResource {
    private final ClaimedByAlfred alfred;
    private final ClaimedByDbScheduler dbScheduler;
    private final WholePath whole;

    MeasuredResource(ClaimedByAlfred alfred, ClaimedByDbScheduler dbScheduler, WholePath whole) {
        this.alfred = alfred;
        this.dbScheduler = dbScheduler;
        this.whole = whole;
    }

    @POST
    @Path("alfred")
    public String alfred(
            @QueryParam("runs") int runs, @QueryParam("threads") int threads, @QueryParam("ahead") int ahead)
            throws InterruptedException {
        return String.valueOf(alfred.measure(runs, threads, ahead));
    }

    @POST
    @Path("db-scheduler")
    public String dbScheduler(
            @QueryParam("runs") int runs, @QueryParam("threads") int threads, @QueryParam("ahead") int ahead)
            throws InterruptedException {
        return String.valueOf(dbScheduler.measure(runs, threads, ahead));
    }

    @POST
    @Path("whole-path")
    public String whole(@QueryParam("runs") int runs, @QueryParam("capacity") int capacity)
            throws InterruptedException {
        return String.valueOf(whole.measure(runs, capacity));
    }
}

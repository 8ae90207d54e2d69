package dev.alfred.local.model.record;

import java.io.File;
import java.util.List;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** Shows what reached the model, so that a test can see which turns were in a conversation. */
@Path("/_script/requests")
public class RequestResource {

    private final RequestLog log;

    RequestResource(RequestLog log) {
        this.log = log;
    }

    @GET
    public List<RecordedRequest> after(@QueryParam("after") @DefaultValue("0") long id) {
        return log.after(id);
    }

    /** The body as it came. */
    @GET
    @Path("{id: \\d+}")
    @Produces(MediaType.APPLICATION_JSON)
    public File body(@PathParam("id") long id) {
        return log.body(id).orElseThrow(NotFoundException::new).toFile();
    }
}

package dev.alfred.messaging.problem;

import java.util.UUID;

import jakarta.annotation.security.PermitAll;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import dev.alfred.contracts.issueevents.Actor;

/** Routes of the tests' service that take one of each kind. */
@Path("/echo")
@PermitAll
@Consumes(MediaType.APPLICATION_JSON)
public class EchoResource {

    /** What the route takes. */
    public record Body(@NotNull String name, @Valid Inner inner) {

        public record Inner(@NotNull @Min(1) Integer count) {}
    }

    @POST
    public Response body(@NotNull @Valid Body body) {
        return Response.noContent().build();
    }

    @POST
    @Path("contract")
    public Response contract(Actor actor) {
        return Response.noContent().build();
    }

    @GET
    @Path("{id}")
    public Response parameters(
            @PathParam("id") UUID id,
            @QueryParam("delivery") UUID delivery,
            @QueryParam("cursor") @Min(1) Long cursor,
            @HeaderParam("Idempotency-Key") @Min(1) Integer key) {
        return Response.noContent().build();
    }
}

package dev.alfred.messaging;

import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import dev.alfred.messaging.problem.ProblemException;

/** {@code /dead-letters} of each service that consumes: what was parked and why, and its replay. */
@Path("/dead-letters")
@Produces(MediaType.APPLICATION_JSON)
public class DeadLetterResource {

    private static final int MOST = 200;

    private final DeadLetters deadLetters;

    DeadLetterResource(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    /** A page, newest first; {@code next} is the cursor of the following one, or null. */
    public record Page(List<DeadLetter> items, String next) {}

    /** The answer to a replay: it was accepted, and how often it has been asked for. */
    public record Replay(UUID id, int replays) {}

    /** Lists dead letters. */
    @GET
    @RolesAllowed({"viewer", "operator", "admin"})
    public Page list(@QueryParam("cursor") String cursor, @QueryParam("limit") @DefaultValue("50") int limit) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.badRequest("bad-page", "limit must be from 1 to " + MOST);
        }
        List<DeadLetter> found = deadLetters.page(cursor == null ? null : id(cursor, "bad-page"), limit + 1);
        boolean more = found.size() > limit;
        List<DeadLetter> page = more ? found.subList(0, limit) : found;
        return new Page(page, more ? page.getLast().id().toString() : null);
    }

    /** Sends a dead letter once more to the consumer that had parked it. */
    @POST
    @Path("{id}/replay")
    @RolesAllowed({"operator", "admin"})
    public Response replay(@PathParam("id") String id) {
        UUID letter = id(id, "unknown-dead-letter");
        OptionalInt replays = deadLetters.replay(letter);
        if (replays.isEmpty()) {
            throw ProblemException.notFound("unknown-dead-letter", "no dead letter has the id " + letter);
        }
        return Response.accepted(new Replay(letter, replays.getAsInt())).build();
    }

    private static UUID id(String text, String problem) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw problem.equals("unknown-dead-letter")
                    ? ProblemException.notFound(problem, "dead letters have UUIDs")
                    : ProblemException.badRequest(problem, "the cursor is none that this service gave");
        }
    }
}

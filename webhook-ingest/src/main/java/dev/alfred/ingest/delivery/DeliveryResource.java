package dev.alfred.ingest.delivery;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.ingest.delivery.model.DeliveryContent;
import dev.alfred.ingest.delivery.model.DeliveryRecord;
import dev.alfred.ingest.delivery.model.Outcome;
import dev.alfred.ingest.delivery.model.Stored;
import dev.alfred.ingest.delivery.store.DeliveryRepository;
import dev.alfred.messaging.UuidV7;
import dev.alfred.messaging.problem.ProblemException;
import org.jboss.logging.Logger;

/** {@code /deliveries}: what came from the forges, what was made of it, and its replay. */
@Path("/deliveries")
@Produces(MediaType.APPLICATION_JSON)
public class DeliveryResource {
    private static final Logger LOG = Logger.getLogger(DeliveryResource.class);
    private static final int MOST = 200;

    private final DeliveryRepository deliveries;
    private final ReplayHandler replays;

    DeliveryResource(DeliveryRepository deliveries, ReplayHandler replays) {
        this.deliveries = deliveries;
        this.replays = replays;
    }

    /** A delivery in a list. */
    public record DeliveryView(
            UUID id,
            String connection,
            ForgeKind forge,
            String event,
            String action,
            String repositoryId,
            Outcome outcome,
            String reason,
            int duplicates,
            UUID replayOf,
            Instant receivedAt) {
        static DeliveryView of(DeliveryRecord delivery) {
            return new DeliveryView(
                    delivery.id(),
                    delivery.connection(),
                    delivery.forge(),
                    delivery.event(),
                    delivery.action(),
                    delivery.repositoryId(),
                    delivery.outcome(),
                    delivery.reason(),
                    delivery.duplicates(),
                    delivery.replayOf(),
                    delivery.receivedAt());
        }
    }

    /** A delivery with all that it brought: the events made of it, and headers and payload without secrets. */
    public record DeliveryDetail(
            @JsonUnwrapped DeliveryView delivery,
            JsonNode events,
            Map<String, List<String>> headers,
            JsonNode payload) {}

    /** @param next the cursor of the following page, or null */
    public record Page(List<DeliveryView> items, String next) {}

    @GET
    @Transactional
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public Page list(
            @QueryParam("cursor") String cursor,
            @QueryParam("limit") @DefaultValue("50") int limit,
            @QueryParam("connection") String connection,
            @QueryParam("outcome") String outcome) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.badRequest("bad-page", "limit must be from 1 to " + MOST);
        }
        UUID before = cursor == null
                ? null
                : id(cursor)
                        .orElseThrow(() ->
                                ProblemException.badRequest("bad-page", "the cursor is none that this service gave"));
        Outcome wanted = outcome == null ? null : wanted(outcome);
        List<DeliveryView> found = deliveries.page(before, connection, wanted, limit + 1).stream()
                .map(DeliveryView::of)
                .toList();
        boolean more = found.size() > limit;
        List<DeliveryView> page = more ? found.subList(0, limit) : found;
        return new Page(page, more ? page.getLast().id().toString() : null);
    }

    @GET
    @Path("{id}")
    @Transactional
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public DeliveryDetail get(@PathParam("id") String id) {
        UUID known = id(id).orElseThrow(() -> unknown(id));
        DeliveryRecord delivery = deliveries.find(known).orElseThrow(() -> unknown(id));
        DeliveryContent content = deliveries.content(known).orElseThrow(() -> unknown(id));
        return new DeliveryDetail(
                DeliveryView.of(delivery),
                PayloadJson.parse(content.events().getBytes(StandardCharsets.UTF_8))
                        .orElse(null),
                content.headers(),
                PayloadJson.parse(content.payload()).orElse(null));
    }

    @POST
    @Path("{id}/replay")
    @RolesAllowed({"operator", "admin"})
    public Response replay(@PathParam("id") String id) {
        UUID known = id(id).orElseThrow(() -> unknown(id));
        Stored stored = switch (replays.replay(known, UuidV7.next())) {
            case ReplayHandler.Replay.Done done -> done.stored();
            case ReplayHandler.Replay.UnknownDelivery unknown -> throw unknown(id);
            case ReplayHandler.Replay.UnknownConnection gone ->
                throw ProblemException.conflict(
                        "unknown-connection",
                        "the delivery's connection " + gone.name() + " was deleted; make it again first");
        };
        LOG.infof(
                "Delivery replayed: delivery=%s as=%s outcome=%s",
                id, stored.delivery(), stored.outcome().wire());
        return Response.accepted(stored).build();
    }

    private static Outcome wanted(String outcome) {
        return Wire.parse(Outcome.class, outcome)
                .orElseThrow(() -> ProblemException.badRequest("bad-filter", "outcome must be accepted or ignored"));
    }

    private static Optional<UUID> id(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ProblemException unknown(String id) {
        return ProblemException.notFound("unknown-delivery", "no delivery has the id " + id);
    }
}

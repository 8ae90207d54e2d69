package dev.alfred.ingest.connection;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.IngestConfig;
import dev.alfred.ingest.connection.model.Connection;
import dev.alfred.ingest.connection.model.ConnectionCheck;
import dev.alfred.ingest.connection.model.ConnectionSpec;
import dev.alfred.messaging.problem.ProblemException;
import org.jboss.logging.Logger;

/** {@code /connections}: which forges may send webhooks. Secrets go in and never come out. */
@Path("/connections")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public class ConnectionResource {
    private static final Logger LOG = Logger.getLogger(ConnectionResource.class);
    private static final int MOST = 200;
    private static final String CURSOR = "after:";

    private final ConnectionHandler connections;
    private final IngestConfig config;

    ConnectionResource(ConnectionHandler connections, IngestConfig config) {
        this.connections = connections;
        this.config = config;
    }

    /** What {@code PUT} takes. */
    public record ConnectionBody(String forge, String baseUrl, List<String> secrets, List<String> projects) {
        @Override
        public String toString() {
            return "ConnectionBody[forge=" + forge + ", baseUrl=" + baseUrl + "]";
        }
    }

    /**
     * A connection as it is shown.
     *
     * @param secrets how many there are
     * @param webhookUrl what to enter at the forge
     */
    public record ConnectionView(
            String name,
            ForgeKind forge,
            String baseUrl,
            List<String> projects,
            int secrets,
            String webhookUrl,
            Instant createdAt,
            Instant updatedAt) {}

    /** @param next the cursor of the following page, or null */
    public record Page(List<ConnectionView> items, String next) {}

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public Page list(@QueryParam("cursor") String cursor, @QueryParam("limit") @DefaultValue("50") int limit) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.badRequest("bad-page", "limit must be from 1 to " + MOST);
        }
        String after = cursor == null ? null : after(cursor);
        List<ConnectionView> found =
                connections.page(after, limit + 1).stream().map(this::view).toList();
        boolean more = found.size() > limit;
        List<ConnectionView> page = more ? found.subList(0, limit) : found;
        return new Page(page, more ? cursorAfter(page.getLast().name()) : null);
    }

    /** A cursor is no name that somebody might guess, and stays good when its connection is deleted. */
    private static String cursorAfter(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((CURSOR + name).getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String cursor) {
        String name = decoded(cursor)
                .filter(text -> text.startsWith(CURSOR))
                .map(text -> text.substring(CURSOR.length()))
                .orElse("");
        if (!ConnectionCheck.NAME.matcher(name).matches()) {
            throw ProblemException.badRequest("bad-page", "the cursor is none that this service gave");
        }
        return name;
    }

    private static Optional<String> decoded(String cursor) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @GET
    @Path("{name}")
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public ConnectionView get(@PathParam("name") String name) {
        return connections.find(name).map(this::view).orElseThrow(() -> unknown(name));
    }

    @PUT
    @Path("{name}")
    @RolesAllowed("admin")
    public Response put(@PathParam("name") String name, ConnectionBody body, @Context SecurityContext caller) {
        if (body == null) {
            throw ProblemException.badRequest("invalid-connection", "the body must describe the connection");
        }
        ConnectionSpec spec =
                switch (ConnectionCheck.of(name, body.forge(), body.baseUrl(), body.secrets(), body.projects())) {
                    case ConnectionCheck.Valid valid -> valid.spec();
                    case ConnectionCheck.Invalid invalid ->
                        throw ProblemException.badRequest("invalid-connection", String.join("; ", invalid.problems()));
                };
        ConnectionHandler.Saved saved =
                connections.put(name, spec, caller.getUserPrincipal().getName());
        LOG.infof(
                "Connection saved: connection=%s forge=%s created=%s",
                name, spec.forge().wire(), saved.created());
        return Response.status(saved.created() ? Response.Status.CREATED : Response.Status.OK)
                .entity(view(saved.connection()))
                .build();
    }

    @DELETE
    @Path("{name}")
    @RolesAllowed("admin")
    public void delete(@PathParam("name") String name, @Context SecurityContext caller) {
        connections.delete(name, caller.getUserPrincipal().getName());
        LOG.infof("Connection deleted: connection=%s", name);
    }

    private ConnectionView view(Connection connection) {
        return new ConnectionView(
                connection.name(),
                connection.forge(),
                connection.baseUrl(),
                connection.projects(),
                connection.secrets().size(),
                WebhookAddress.of(config, connection.name()),
                connection.createdAt(),
                connection.updatedAt());
    }

    static ProblemException unknown(String name) {
        return ProblemException.notFound("unknown-connection", "no connection is called " + name);
    }
}

package dev.alfred.ingest.connection;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.IngestConfig;
import dev.alfred.ingest.connection.model.Connection;
import dev.alfred.ingest.forge.Signatures;

/** What mailbox-service needs to install a webhook at the forge. For services only: this one gives a secret out. */
@Path("/internal/connections/{name}/hook")
@Produces(MediaType.APPLICATION_JSON)
public class HookResource {
    private final ConnectionHandler connections;
    private final IngestConfig config;

    HookResource(ConnectionHandler connections, IngestConfig config) {
        this.connections = connections;
        this.config = config;
    }

    /** @param secret the connection's current secret */
    public record Hook(String url, String secret) {
        @Override
        public String toString() {
            return "Hook[url=" + url + "]";
        }
    }

    @GET
    @RolesAllowed("service")
    public Hook hook(@PathParam("name") String name) {
        Connection connection = connections.find(name).orElseThrow(() -> ConnectionResource.unknown(name));
        return new Hook(WebhookAddress.of(config, name), current(connection));
    }

    /** GitLab takes a plain token and a signing token in different fields; a hook is installed with the plain one. */
    private static String current(Connection connection) {
        return connection.secrets().stream()
                .filter(secret ->
                        connection.forge() != ForgeKind.GITLAB || !secret.startsWith(Signatures.SIGNING_TOKEN))
                .findFirst()
                .orElseGet(() -> connection.secrets().getFirst());
    }
}

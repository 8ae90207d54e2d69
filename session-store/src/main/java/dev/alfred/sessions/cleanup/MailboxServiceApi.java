package dev.alfred.sessions.cleanup;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import dev.alfred.contracts.internal.MailboxLiveness;
import io.quarkus.rest.client.reactive.ClientBasicAuth;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** mailbox-service's route for the sweep. */
@Path("/internal/mailboxes")
@RegisterRestClient(configKey = "mailbox-service")
@ClientBasicAuth(username = "service", password = "${alfred.sessions.service-password}")
interface MailboxServiceApi {
    @GET
    @Path("{key}")
    MailboxLiveness liveness(@PathParam("key") String key);
}

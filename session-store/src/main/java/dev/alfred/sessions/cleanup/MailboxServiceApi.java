package dev.alfred.sessions.cleanup;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import dev.alfred.contracts.internal.LivenessAnswer;
import dev.alfred.contracts.internal.LivenessQuestion;
import io.quarkus.rest.client.reactive.ClientBasicAuth;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** mailbox-service's route for whoever is about to remove something of a mailbox. */
@Path("/internal/mailboxes")
@RegisterRestClient(configKey = "mailbox-service")
@ClientBasicAuth(username = "service", password = "${alfred.sessions.service-password}")
interface MailboxServiceApi {
    @POST
    @Path("liveness")
    LivenessAnswer liveness(LivenessQuestion question);
}

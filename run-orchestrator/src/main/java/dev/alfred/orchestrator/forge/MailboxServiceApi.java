package dev.alfred.orchestrator.forge;

import java.util.UUID;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.GitCredentialRequest;
import dev.alfred.contracts.internal.RunWish;
import io.quarkus.rest.client.reactive.ClientBasicAuth;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** mailbox-service's routes for this service. */
@Path("/internal")
@RegisterRestClient(configKey = "mailbox-service")
@ClientBasicAuth(username = "service", password = "${quarkus.security.users.embedded.users.service}")
public interface MailboxServiceApi {
    @POST
    @Path("projects/{project}/git-credential")
    GitCredential gitCredential(@PathParam("project") UUID project, GitCredentialRequest request);

    @POST
    @Path("mailboxes/{key}/requests")
    RunWish.Accepted request(
            @PathParam("key") String mailbox, @HeaderParam("Idempotency-Key") String idempotencyKey, RunWish wish);
}

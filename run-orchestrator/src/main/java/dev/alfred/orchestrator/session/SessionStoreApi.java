package dev.alfred.orchestrator.session;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import dev.alfred.contracts.internal.RecordSession;
import dev.alfred.contracts.internal.ResolveSession;
import dev.alfred.contracts.internal.SessionResolution;
import io.quarkus.rest.client.reactive.ClientBasicAuth;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** session-store's routes for this service. */
@Path("/internal/sessions")
@RegisterRestClient(configKey = "session-store")
@ClientBasicAuth(username = "service", password = "${quarkus.security.users.embedded.users.service}")
interface SessionStoreApi {
    @POST
    @Path("resolve")
    SessionResolution resolve(ResolveSession request);

    @POST
    void record(RecordSession record);
}

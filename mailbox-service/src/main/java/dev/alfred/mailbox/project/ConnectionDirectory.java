package dev.alfred.mailbox.project;

import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import io.quarkus.rest.client.reactive.ClientBasicAuth;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** webhook-ingest, which knows the connections. */
@RegisterRestClient(configKey = "webhook-ingest")
@ClientBasicAuth(username = "service", password = "${alfred.mailbox.service-password}")
public interface ConnectionDirectory {

    @GET
    @Path("/connections/{name}")
    ConnectionView connection(@PathParam("name") String name);

    @GET
    @Path("/internal/connections/{name}/hook")
    HookView hook(@PathParam("name") String name);

    /** A connection without its secrets. */
    record ConnectionView(String forge, String baseUrl, List<String> projects) {
        public ConnectionView {
            projects = projects == null ? List.of() : List.copyOf(projects);
        }

        boolean speaksFor(String repositoryId) {
            return projects.contains("*") || projects.contains(repositoryId);
        }
    }

    /** What a webhook of that connection has to be made with. */
    record HookView(String url, String secret) {
        @Override
        public String toString() {
            return "HookView[url=" + url + "]";
        }
    }
}

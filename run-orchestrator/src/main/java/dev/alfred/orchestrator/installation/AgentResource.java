package dev.alfred.orchestrator.installation;

import java.util.List;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** {@code /agents}: which agents are installed where, and which of them resume sessions. */
@Path("/agents")
public class AgentResource {
    private final AgentInstallations installations;
    private final AgentDetection detection;

    AgentResource(AgentInstallations installations, AgentDetection detection) {
        this.installations = installations;
        this.detection = detection;
    }

    /** What a detection on demand came to. */
    public record Detected(List<AgentDetection.Look> looks, List<AgentInstallation> agents) {}

    @GET
    @RolesAllowed({"viewer", "operator", "admin", "service"})
    public List<AgentInstallation> list() {
        return installations.all();
    }

    @POST
    @Path("detect")
    @RolesAllowed({"operator", "admin"})
    public Detected detect() {
        return new Detected(detection.detectAll(), installations.all());
    }
}

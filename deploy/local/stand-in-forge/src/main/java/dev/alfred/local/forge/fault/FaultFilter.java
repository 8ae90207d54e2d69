package dev.alfred.local.forge.fault;

import java.util.Map;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Lets the ordered faults strike before anything else sees the request. */
public class FaultFilter {

    private final RequestFaults faults;

    FaultFilter(RequestFaults faults) {
        this.faults = faults;
    }

    @ServerRequestFilter(preMatching = true)
    public Uni<Response> strike(ContainerRequestContext request) {
        return faults.strike(
                        request.getMethod(),
                        request.getUriInfo().getRequestUri().getPath())
                .map(FaultFilter::answer)
                .orElseGet(() -> Uni.createFrom().nullItem());
    }

    private static Uni<Response> answer(RequestFault fault) {
        Uni<Response> answer = Uni.createFrom().item(() -> fault.status() == null ? null : response(fault));
        return fault.delay() == null ? answer : answer.onItem().delayIt().by(fault.delay());
    }

    private static Response response(RequestFault fault) {
        Response.ResponseBuilder response = Response.status(fault.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(Map.of("message", "ordered fault", "url", ""));
        if (fault.headers() != null) {
            fault.headers().forEach(response::header);
        }
        return response.build();
    }
}

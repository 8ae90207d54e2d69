package dev.alfred.messaging.problem;

import java.util.regex.Pattern;

import jakarta.ws.rs.container.ContainerRequestContext;

import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses addresses with control characters in path or query: no name holds any, and databases refuse some. */
public class ControlCharacters {

    private static final Pattern ENCODED = Pattern.compile("%([01][0-9A-Fa-f]|7[Ff])");

    /** Before a route is looked for, so that it holds for each of them. */
    @ServerRequestFilter(preMatching = true)
    public void refuse(ContainerRequestContext request) {
        if (ENCODED.matcher(request.getUriInfo().getRequestUri().toString()).find()) {
            throw ProblemException.badRequest(
                    "control-character", "the address holds a control character; leave it out of path and query");
        }
    }
}

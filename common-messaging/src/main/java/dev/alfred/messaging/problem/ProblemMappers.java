package dev.alfred.messaging.problem;

import java.util.Optional;

import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns what resources throw into {@code application/problem+json}. Only what nobody foresaw is logged as an error. */
public class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);
    private static final int SERVER_ERROR = 500;

    /** A problem that a resource named itself. */
    @ServerExceptionMapper
    public Response problem(ProblemException e, UriInfo uri) {
        return answer(e.problem(), uri);
    }

    /** The framework's own refusals: unknown routes, wrong methods and media types, unreadable bodies. */
    @ServerExceptionMapper
    public Response refusal(WebApplicationException e, UriInfo uri, ResourceInfo route) {
        Response original = e.getResponse();
        if (original.hasEntity() || original.getStatus() < 400) {
            return original;
        }
        if (e.getCause() instanceof JsonProcessingException json) {
            return answer(UnreadableBody.problem(json), uri);
        }
        Optional<String> unreadable = unreadableParameter(e, uri, route);
        if (unreadable.isPresent()) {
            return answer(Problem.of(400, "bad-parameter", "Bad request", unreadable.get()), uri);
        }
        return Response.fromResponse(original)
                .entity(Refusals.problem(original.getStatusInfo()).at(path(uri)))
                .type(Problem.MEDIA_TYPE)
                .build();
    }

    /** The framework says 404 with a cause where a parameter of path or query is not of the kind that the route needs. */
    private static Optional<String> unreadableParameter(WebApplicationException e, UriInfo uri, ResourceInfo route) {
        return e instanceof NotFoundException && e.getCause() != null
                ? RequestParameters.unreadable(route.getResourceMethod(), uri.getQueryParameters())
                : Optional.empty();
    }

    /** A body that is not of the promised shape. */
    @ServerExceptionMapper
    public Response body(MismatchedInputException e, UriInfo uri) {
        return answer(UnreadableBody.problem(e), uri);
    }

    /** Input that breaks a declared constraint. */
    @ServerExceptionMapper
    public Response constraint(ConstraintViolationException e, UriInfo uri, ResourceInfo route) {
        String detail = Violations.detail(e, route.getResourceMethod());
        return answer(Problem.of(400, "invalid-input", "Invalid input", detail), uri);
    }

    /** No caller. */
    @ServerExceptionMapper({UnauthorizedException.class, AuthenticationFailedException.class})
    public Response unauthorized(SecurityException e, UriInfo uri) {
        return Response.status(401)
                .header("WWW-Authenticate", "Basic realm=\"alfred\"")
                .entity(Problem.unauthorized().at(path(uri)))
                .type(Problem.MEDIA_TYPE)
                .build();
    }

    /** A caller without the role. */
    @ServerExceptionMapper
    public Response forbidden(ForbiddenException e, UriInfo uri) {
        return answer(Problem.of(403, "forbidden", "Forbidden", "the caller lacks the role for this"), uri);
    }

    /** What nobody foresaw. */
    @ServerExceptionMapper
    public Response unforeseen(RuntimeException e, UriInfo uri) {
        LOG.error("A request failed for an unforeseen reason", e);
        return answer(
                Problem.of(SERVER_ERROR, "internal", "Internal error", "the service failed; its log says why"), uri);
    }

    private static Response answer(Problem problem, UriInfo uri) {
        return Response.status(problem.status())
                .entity(problem.at(path(uri)))
                .type(Problem.MEDIA_TYPE)
                .build();
    }

    private static String path(UriInfo uri) {
        return uri.getRequestUri().getPath();
    }
}

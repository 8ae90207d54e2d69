package dev.alfred.messaging.problem;

import java.util.stream.Collectors;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
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
    public Response refusal(WebApplicationException e, UriInfo uri) {
        Response original = e.getResponse();
        if (original.hasEntity() || original.getStatus() < 400) {
            return original;
        }
        if (e.getCause() instanceof JsonProcessingException) {
            return answer(unreadableBody(), uri);
        }
        String reason = original.getStatusInfo().getReasonPhrase();
        Problem problem = Problem.of(original.getStatus(), "http-" + original.getStatus(), reason, null)
                .at(path(uri));
        return Response.fromResponse(original)
                .entity(problem)
                .type(Problem.MEDIA_TYPE)
                .build();
    }

    /** A body that is not of the promised shape. */
    @ServerExceptionMapper
    public Response body(MismatchedInputException e, UriInfo uri) {
        return answer(unreadableBody(), uri);
    }

    /** Input that breaks a declared constraint. */
    @ServerExceptionMapper
    public Response constraint(ConstraintViolationException e, UriInfo uri) {
        String detail = e.getConstraintViolations().stream()
                .map(ProblemMappers::violation)
                .sorted()
                .collect(Collectors.joining("; "));
        return answer(Problem.of(400, "invalid-input", "Invalid input", detail), uri);
    }

    /** No caller. */
    @ServerExceptionMapper({UnauthorizedException.class, AuthenticationFailedException.class})
    public Response unauthorized(SecurityException e, UriInfo uri) {
        Problem problem = Problem.of(401, "unauthorized", "Unauthorized", "this route needs a caller");
        return Response.status(401)
                .header("WWW-Authenticate", "Basic realm=\"alfred\"")
                .entity(problem.at(path(uri)))
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
        return answer(Problem.of(SERVER_ERROR, "internal", "Internal error", null), uri);
    }

    private static Problem unreadableBody() {
        return Problem.of(400, "unreadable-body", "Unreadable body", "the body is not the JSON that this route takes");
    }

    private static String violation(ConstraintViolation<?> violation) {
        String path = violation.getPropertyPath().toString();
        return path.substring(path.indexOf('.') + 1) + " " + violation.getMessage();
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

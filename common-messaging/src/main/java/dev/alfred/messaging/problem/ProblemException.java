package dev.alfred.messaging.problem;

/** Thrown by resources to answer with a {@link Problem}. */
public class ProblemException extends RuntimeException {

    private final transient Problem problem;

    /** {@code name} is the type without its common prefix, {@code urn:alfred:problem:}. */
    public ProblemException(int status, String name, String title, String detail) {
        super(name + ": " + detail, null, false, false);
        this.problem = Problem.of(status, name, title, detail);
    }

    /** What the caller is told. */
    public Problem problem() {
        return problem;
    }

    /** 400. */
    public static ProblemException badRequest(String name, String detail) {
        return new ProblemException(400, name, "Bad request", detail);
    }

    /** 403. */
    public static ProblemException forbidden(String name, String detail) {
        return new ProblemException(403, name, "Forbidden", detail);
    }

    /** 404. */
    public static ProblemException notFound(String name, String detail) {
        return new ProblemException(404, name, "Not found", detail);
    }

    /** 409. */
    public static ProblemException conflict(String name, String detail) {
        return new ProblemException(409, name, "Conflict", detail);
    }

    /** 415. */
    public static ProblemException unsupportedMediaType() {
        return new ProblemException(
                415,
                "unsupported-media-type",
                "Unsupported media type",
                "send application/json, and say so in the Content-Type header");
    }

    /** 503. */
    public static ProblemException unavailable(String name, String detail) {
        return new ProblemException(503, name, "Unavailable", detail);
    }
}

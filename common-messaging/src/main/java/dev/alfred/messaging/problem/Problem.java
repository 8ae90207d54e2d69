package dev.alfred.messaging.problem;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * An HTTP error as RFC 9457 has it.
 *
 * @param type stable name of the kind of problem, {@code urn:alfred:problem:…}
 * @param title short text, the same for each problem of the type
 * @param status the HTTP status
 * @param detail what is wrong this time; never an exception's text
 * @param instance the request's path
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(String type, String title, int status, String detail, String instance) {

    /** The media type of problems. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String PREFIX = "urn:alfred:problem:";

    /** A problem of one of Alfred's own types, named without the common prefix. */
    public static Problem of(int status, String name, String title, String detail) {
        return new Problem(PREFIX + name, title, status, detail, null);
    }

    /** 401: for routes that need a caller, whether none or a wrong one came. */
    static Problem unauthorized() {
        return of(
                401, "unauthorized", "Unauthorized", "this route needs a caller: send user and password by HTTP Basic");
    }

    Problem at(String path) {
        return new Problem(type, title, status, detail, path);
    }
}

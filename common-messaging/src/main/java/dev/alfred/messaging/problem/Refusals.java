package dev.alfred.messaging.problem;

import jakarta.ws.rs.core.Response;

/** What the framework refuses without a word, by status, with what to do about it. */
final class Refusals {

    private static final int MEDIA_TYPE = 415;

    private Refusals() {}

    static Problem problem(Response.StatusType status) {
        int code = status.getStatusCode();
        return code == MEDIA_TYPE
                ? ProblemException.unsupportedMediaType().problem()
                : Problem.of(code, "http-" + code, status.getReasonPhrase(), detail(code));
    }

    private static String detail(int status) {
        return switch (status) {
            case 400 -> "the request can't be read; look at its address, headers and body";
            case 404 -> "there is nothing at this address; /q/openapi lists the routes";
            case 405 -> "this address doesn't take that method; /q/openapi lists those that it takes";
            case 406 -> "nothing that the Accept header asks for can be given; leave it out to take what there is";
            case 413 -> "the body is larger than this service takes";
            default -> "the request was refused; /q/openapi shows what each route takes";
        };
    }
}

package dev.alfred.runner.adapter;

/** Whether the model's side ended a start, and whether trying again may help. */
public enum ModelFailure {
    NONE,
    /** It does not accept the credentials. */
    AUTHENTICATION,
    /** Rate limit, overload, server error, unreachable. */
    TRANSIENT,
    /** It refuses this request. */
    PERMANENT;

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    /** What an answer of the model's API with that HTTP status, 400 or above, means. */
    public static ModelFailure of(int status) {
        return switch (status) {
            case UNAUTHORIZED, FORBIDDEN -> AUTHENTICATION;
            case REQUEST_TIMEOUT, TOO_MANY_REQUESTS -> TRANSIENT;
            default -> status >= SERVER_ERROR ? TRANSIENT : PERMANENT;
        };
    }
}

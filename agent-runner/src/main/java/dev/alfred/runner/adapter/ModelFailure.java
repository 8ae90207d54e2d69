package dev.alfred.runner.adapter;

/** Whether the model's side ended a start, and whether trying again may help. */
public enum ModelFailure {
    NONE,
    /** It does not accept the credentials. */
    AUTHENTICATION,
    /** Rate limit, overload, server error, unreachable. */
    TRANSIENT,
    /** It refuses this request. */
    PERMANENT
}

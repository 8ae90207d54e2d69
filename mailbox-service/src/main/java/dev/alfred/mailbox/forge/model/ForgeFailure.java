package dev.alfred.mailbox.forge.model;

import java.time.Duration;

/** Why a forge did not do what was asked. None of these says that an issue is gone: {@link IssueAnswer} does. */
public sealed interface ForgeFailure {
    /** One line for people, without secrets and without the forge's own text. */
    String detail();

    /** A closed name for metrics and stored reasons. */
    default String code() {
        return switch (this) {
            case Unauthorized ignored -> "unauthorized";
            case Forbidden ignored -> "forbidden";
            case NotFound ignored -> "not_found";
            case Gone ignored -> "gone";
            case Moved ignored -> "moved";
            case Conflict ignored -> "conflict";
            case Rejected ignored -> "rejected";
            case RateLimited ignored -> "rate_limited";
            case Unreachable ignored -> "unreachable";
        };
    }

    /** 401: the credential is wrong, revoked or missing. */
    record Unauthorized(String detail) implements ForgeFailure {}

    /** 403 or 451: the credential may not do this. */
    record Forbidden(String detail) implements ForgeFailure {}

    /** 404: not there, or not for this credential. */
    record NotFound(String detail) implements ForgeFailure {}

    /** 410. */
    record Gone(String detail) implements ForgeFailure {}

    /** A redirect, which is never followed. */
    record Moved(String detail) implements ForgeFailure {}

    /** 409: it exists already, or its state forbids it. */
    record Conflict(String detail) implements ForgeFailure {}

    /** Any other 4xx: asking again in the same way can't help. */
    record Rejected(int status, String detail) implements ForgeFailure {}

    /** 429, or 403 with the forge's rate-limit headers. */
    record RateLimited(Duration retryAfter, String detail) implements ForgeFailure {}

    /** No answer, a 5xx, or an answer that is not the forge's. What was asked may have happened. */
    record Unreachable(String detail) implements ForgeFailure {}
}

package dev.alfred.local.forge.hook;

import java.util.List;

/** The happenings that hooks tell: the word of the event header, the finer one of the event-type header. */
public enum HookType {
    PUSH("push", "push", "push"),
    CREATE("create", "create", "create"),
    DELETE("delete", "delete", "delete"),
    ISSUES("issues", "issues", "issues"),
    ISSUE_ASSIGN("issues", "issue_assign", "issues"),
    ISSUE_LABEL("issues", "issue_label", "issues"),
    ISSUE_COMMENT("issue_comment", "issue_comment", "issues"),
    PULL_REQUEST("pull_request", "pull_request", "pull_request"),
    PULL_REQUEST_ASSIGN("pull_request", "pull_request_assign", "pull_request"),
    PULL_REQUEST_LABEL("pull_request", "pull_request_label", "pull_request"),
    PULL_REQUEST_SYNC("pull_request", "pull_request_sync", "pull_request"),
    PULL_REQUEST_COMMENT("issue_comment", "pull_request_comment", "pull_request"),
    PULL_REQUEST_REVIEW_REQUEST("pull_request", "pull_request_review_request", "pull_request"),
    REVIEW_APPROVED("pull_request_approved", "pull_request_review_approved", "pull_request"),
    REVIEW_REJECTED("pull_request_rejected", "pull_request_review_rejected", "pull_request"),
    REVIEW_COMMENT("pull_request_comment", "pull_request_review_comment", "pull_request");

    private final String event;
    private final String type;
    private final String family;

    HookType(String event, String type, String family) {
        this.event = event;
        this.type = type;
        this.family = family;
    }

    public String event() {
        return event;
    }

    public String type() {
        return type;
    }

    /** Whether a hook with these events wants it: {@code issues} and {@code pull_request} stand for their families. */
    boolean wantedBy(List<String> events) {
        return events.contains(family)
                || events.contains(type)
                || (isPlain() && events.contains(type + "_only"))
                || (isReview() && events.contains("pull_request_review"));
    }

    private boolean isPlain() {
        return this == ISSUES || this == PULL_REQUEST;
    }

    private boolean isReview() {
        return this == REVIEW_APPROVED || this == REVIEW_REJECTED || this == REVIEW_COMMENT;
    }
}

package dev.alfred.ingest.forge;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.DeliveryKey;
import dev.alfred.ingest.forge.model.EventClass;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.ingest.forge.model.Subject;

/** GitHub's webhooks, and those of servers with GitHub's API. */
final class GithubReader implements ForgeReader {

    @Override
    public Subject subject(Headers headers, JsonNode payload) {
        String event = headers.first("X-GitHub-Event").map(Fields::name).orElse("");
        return new Subject(
                event,
                Fields.text(payload.path("action")).map(Fields::name).orElse(null),
                classOf(event),
                Fields.id(payload.path("repository").path("id")).orElse(null));
    }

    @Override
    public Reading read(Arrival arrival, Headers headers, JsonNode payload) {
        GithubShape shape = new GithubShape(arrival, subject(headers, payload), payload, GithubReader::account);
        return switch (shape.subject().event()) {
            case "issues" -> issues(shape);
            case "issue_comment" -> shape.comments();
            case "ping" -> shape.ignored(IgnoreReason.PING);
            case "" -> shape.ignored(IgnoreReason.EVENT_MISSING);
            default -> shape.ignored(IgnoreReason.UNHANDLED_EVENT);
        };
    }

    @Override
    public DeliveryKey key(Headers headers, byte[] payload) {
        // One event can reach two hooks or apps under one id.
        return new DeliveryKey(
                headers.first("X-GitHub-Hook-ID", "X-GitHub-Hook-Installation-Target-ID")
                        .map(Digest::ofId)
                        .orElse(""),
                headers.first("X-GitHub-Delivery").map(Digest::ofId).orElseGet(() -> Digest.of(payload)));
    }

    private static EventClass classOf(String event) {
        return switch (event) {
            case "issues" -> EventClass.ISSUE;
            case "issue_comment" -> EventClass.COMMENT;
            case "pull_request" -> EventClass.MERGE_REQUEST;
            case "pull_request_review", "pull_request_review_comment", "pull_request_review_thread" ->
                EventClass.REVIEW;
            case "check_run", "check_suite", "workflow_run", "workflow_job", "status" -> EventClass.CI;
            case "push", "create", "delete" -> EventClass.PUSH;
            case "repository", "meta", "installation", "installation_repositories" -> EventClass.REPOSITORY;
            case "ping" -> EventClass.PING;
            default -> EventClass.OTHER;
        };
    }

    private static Reading issues(GithubShape shape) {
        Optional<IssueSnapshot> read = shape.issue();
        if (read.isEmpty()) {
            return shape.ignored(IgnoreReason.INCOMPLETE_PAYLOAD);
        }
        IssueSnapshot issue = read.get();
        return switch (shape.action()) {
            case "opened" -> shape.understood(new IssueEvent.Opened(shape.at(issue.updatedAt()), issue));
            case "edited" -> shape.understood(shape.edited(issue));
            case "labeled" -> label(shape, issue, true);
            case "unlabeled" -> label(shape, issue, false);
            case "closed" -> shape.understood(new IssueEvent.Closed(shape.at(issue.updatedAt()), issue));
            case "reopened" -> shape.understood(new IssueEvent.Reopened(shape.at(issue.updatedAt()), issue));
            // A transferred issue is gone from here; its new repository tells of an opened one.
            case "deleted", "transferred" -> shape.understood(new IssueEvent.Deleted(shape.onArrival(), issue));
            default -> shape.ignored(IgnoreReason.UNHANDLED_ACTION);
        };
    }

    private static Reading label(GithubShape shape, IssueSnapshot issue, boolean added) {
        return shape.changedLabel()
                .map(name -> shape.understood(
                        added
                                ? new IssueEvent.Labeled(shape.at(issue.updatedAt()), issue, name)
                                : new IssueEvent.Unlabeled(shape.at(issue.updatedAt()), issue, name)))
                .orElseGet(() -> shape.ignored(IgnoreReason.INCOMPLETE_PAYLOAD));
    }

    private static Actor account(JsonNode user) {
        return Fields.shortText(user.path("login"))
                .map(login -> new Actor(
                        Fields.id(user.path("id")).orElse(null),
                        login,
                        "Bot".equals(user.path("type").asText()) || login.endsWith("[bot]")))
                .orElse(Actor.GHOST);
    }
}

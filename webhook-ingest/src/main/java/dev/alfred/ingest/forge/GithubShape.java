package dev.alfred.ingest.forge;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.ingest.forge.model.Subject;

/**
 * One webhook in the shape that GitHub gave and Gitea and Forgejo took over: issue, comment, repository and sender side
 * by side. Only accounts are spelled differently.
 */
record GithubShape(Arrival arrival, Subject subject, JsonNode payload, Function<JsonNode, Actor> accounts) {

    Optional<IssueSnapshot> issue() {
        JsonNode issue = payload.path("issue");
        if (subject.repositoryId() == null) {
            return Optional.empty();
        }
        return Fields.number(issue.path("number"))
                .map(number -> new IssueSnapshot(
                        number,
                        Fields.id(issue.path("id")).orElse(null),
                        Fields.textOrEmpty(issue.path("title")),
                        Fields.textOrEmpty(issue.path("body")),
                        !"closed".equals(issue.path("state").asText()),
                        Fields.shortOrNull(issue.path("state_reason")),
                        Fields.labels(issue.path("labels"), "name"),
                        accounts.apply(issue.path("user")),
                        false,
                        Fields.isTrue(payload.path("is_pull")) || Fields.given(issue.path("pull_request")),
                        Fields.shortOrNull(issue.path("html_url")),
                        Fields.time(issue.path("updated_at"), arrival.receivedAt())
                                .orElse(null)));
    }

    /** The event of an issue comment. */
    Reading comments() {
        Optional<IssueSnapshot> issue = issue();
        Optional<IssueComment> comment = comment();
        if (issue.isEmpty() || comment.isEmpty()) {
            return ignored(IgnoreReason.INCOMPLETE_PAYLOAD);
        }
        EventContext written = at(comment.get().updatedAt());
        return switch (action()) {
            case "created" -> understood(new IssueEvent.Commented(written, issue.get(), comment.get()));
            case "edited" ->
                understood(new IssueEvent.CommentEdited(written, issue.get(), comment.get(), former("body")));
            case "deleted" -> understood(new IssueEvent.CommentDeleted(onArrival(), issue.get(), comment.get()));
            default -> ignored(IgnoreReason.UNHANDLED_ACTION);
        };
    }

    IssueEvent edited(IssueSnapshot issue) {
        return new IssueEvent.Edited(at(issue.updatedAt()), issue, former("title"), former("body"));
    }

    /** The label that was changed, where it is named; the whole set is in the issue too. */
    Optional<String> changedLabel() {
        return Fields.label(payload.path("label").path("name"));
    }

    /** Where and when, by the forge's own clock if it tells. */
    EventContext at(Instant occurredAt) {
        return new EventContext(
                arrival.delivery(),
                arrival.connection(),
                arrival.forge(),
                subject.repositoryId(),
                Fields.shortOrNull(payload.path("repository").path("full_name")),
                accounts.apply(payload.path("sender")),
                occurredAt == null ? arrival.receivedAt() : occurredAt);
    }

    /** For what the forge gives no time of: what was deleted keeps the time of its last change. */
    EventContext onArrival() {
        return at(arrival.receivedAt());
    }

    String action() {
        return subject.action() == null ? "" : subject.action();
    }

    Reading understood(IssueEvent event) {
        return new Reading.Understood(subject, List.of(event));
    }

    Reading ignored(IgnoreReason reason) {
        return new Reading.Ignored(subject, reason);
    }

    private Optional<IssueComment> comment() {
        JsonNode comment = payload.path("comment");
        return Fields.id(comment.path("id"))
                .map(id -> new IssueComment(
                        id,
                        Fields.textOrEmpty(comment.path("body")),
                        accounts.apply(comment.path("user")),
                        Fields.time(comment.path("created_at"), arrival.receivedAt())
                                .orElse(null),
                        Fields.time(comment.path("updated_at"), arrival.receivedAt())
                                .orElse(null),
                        Fields.shortOrNull(comment.path("html_url"))));
    }

    private String former(String field) {
        return Fields.textOrNull(payload.path("changes").path(field).path("from"));
    }
}

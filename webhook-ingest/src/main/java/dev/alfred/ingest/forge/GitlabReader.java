package dev.alfred.ingest.forge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueComment;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.DeliveryKey;
import dev.alfred.ingest.forge.model.EventClass;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.ingest.forge.model.Subject;

/**
 * GitLab's webhooks. One update can hold several changes; they are told as the difference of {@code changes}, in the
 * order text, labels taken, labels given, state.
 */
final class GitlabReader implements ForgeReader {

    /** Project and group access tokens act as accounts named so; the webhook has no other sign of a bot. */
    private static final Pattern BOT = Pattern.compile("(project|group)_[0-9]+_bot(_[0-9a-z]+)?");

    /** Each event holds the whole issue; more changes at once are told as one. */
    private static final int MOST_LABEL_EVENTS = 10;

    @Override
    public Subject subject(Headers headers, JsonNode payload) {
        String kind = kind(payload);
        JsonNode attributes = payload.path("object_attributes");
        String event = kind.isEmpty()
                ? headers.first("X-Gitlab-Event").map(Fields::name).orElse("")
                : kind;
        return new Subject(
                event,
                Fields.text(attributes.path("action")).map(Fields::name).orElse(null),
                classOf(event),
                // Older versions leave the id out of the project.
                Fields.id(payload.path("project").path("id"))
                        .or(() -> Fields.id(payload.path("project_id")))
                        .or(() -> Fields.id(attributes.path("project_id")))
                        .orElse(null));
    }

    @Override
    public Reading read(Arrival arrival, Headers headers, JsonNode payload) {
        Subject subject = subject(headers, payload);
        boolean confidential = headers.first("X-Gitlab-Event")
                        .map(name -> name.startsWith("Confidential"))
                        .orElse(false)
                || Fields.textOrEmpty(payload.path("event_type")).startsWith("confidential");
        return switch (subject.event()) {
            case "issue", "work_item" -> issues(arrival, subject, payload, confidential);
            case "note" -> notes(arrival, subject, payload, confidential);
            case "" -> new Reading.Ignored(subject, IgnoreReason.EVENT_MISSING);
            default -> new Reading.Ignored(subject, IgnoreReason.UNHANDLED_EVENT);
        };
    }

    @Override
    public DeliveryKey key(Headers headers, byte[] payload) {
        // Where the delivery is signed, only the signed id counts: the other headers could be changed by who replays
        // it.
        Optional<String> id = headers.present("webhook-signature")
                ? headers.first("webhook-id")
                : headers.first("Idempotency-Key", "X-Gitlab-Webhook-UUID");
        return new DeliveryKey("", id.map(Digest::ofId).orElseGet(() -> Digest.of(payload)));
    }

    private static String kind(JsonNode payload) {
        return Fields.text(payload.path("object_kind"))
                .or(() -> Fields.text(payload.path("event_name")))
                .map(Fields::name)
                .orElse("");
    }

    private static EventClass classOf(String kind) {
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "issue", "work_item" -> EventClass.ISSUE;
            case "note" -> EventClass.COMMENT;
            case "merge_request" -> EventClass.MERGE_REQUEST;
            case "pipeline", "build" -> EventClass.CI;
            case "push", "tag_push" -> EventClass.PUSH;
            case "project_rename", "project_transfer", "project_destroy", "project_create", "project_update" ->
                EventClass.REPOSITORY;
            default -> EventClass.OTHER;
        };
    }

    private static Reading issues(Arrival arrival, Subject subject, JsonNode payload, boolean confidential) {
        JsonNode attributes = payload.path("object_attributes");
        if (!"Issue".equals(Fields.text(attributes.path("type")).orElse("Issue"))) {
            return new Reading.Ignored(subject, IgnoreReason.WORK_ITEM_TYPE);
        }
        Optional<IssueSnapshot> read = snapshot(arrival, payload, attributes, confidential, false);
        if (read.isEmpty() || subject.repositoryId() == null) {
            return new Reading.Ignored(subject, IgnoreReason.INCOMPLETE_PAYLOAD);
        }
        IssueSnapshot issue = read.get();
        EventContext context = context(arrival, subject, payload, issue.updatedAt());
        List<IssueEvent> events = new ArrayList<>();
        switch (String.valueOf(subject.action())) {
            case "open" -> events.add(new IssueEvent.Opened(context, issue));
            case "update" -> addChanges(events, context, issue, payload.path("changes"));
            case "close" -> {
                addChanges(events, context, issue, payload.path("changes"));
                events.add(new IssueEvent.Closed(context, issue));
            }
            case "reopen" -> {
                addChanges(events, context, issue, payload.path("changes"));
                events.add(new IssueEvent.Reopened(context, issue));
            }
            default -> {}
        }
        return events.isEmpty()
                ? new Reading.Ignored(subject, IgnoreReason.UNHANDLED_ACTION)
                : new Reading.Understood(subject, events);
    }

    private static void addChanges(
            List<IssueEvent> events, EventContext context, IssueSnapshot issue, JsonNode changes) {
        if (changes.has("title") || changes.has("description")) {
            events.add(new IssueEvent.Edited(
                    context,
                    issue,
                    Fields.textOrNull(changes.path("title").path("previous")),
                    Fields.textOrNull(changes.path("description").path("previous"))));
        }
        JsonNode before = changes.path("labels").path("previous");
        JsonNode after = changes.path("labels").path("current");
        List<String> taken = missing(before, after);
        List<String> given = missing(after, before);
        if (taken.size() + given.size() > MOST_LABEL_EVENTS) {
            events.add(new IssueEvent.LabelsChanged(context, issue));
            return;
        }
        taken.forEach(label -> events.add(new IssueEvent.Unlabeled(context, issue, label)));
        given.forEach(label -> events.add(new IssueEvent.Labeled(context, issue, label)));
    }

    /** Titles of the labels of one list whose id isn't in the other: a renamed label was neither given nor taken. */
    private static List<String> missing(JsonNode from, JsonNode in) {
        List<String> titles = new ArrayList<>();
        Set<JsonNode> there = new HashSet<>();
        in.forEach(label -> there.add(label.path("id")));
        for (JsonNode label : from) {
            if (!there.contains(label.path("id"))) {
                Fields.label(label.path("title")).ifPresent(titles::add);
            }
        }
        return titles;
    }

    private static Reading notes(Arrival arrival, Subject subject, JsonNode payload, boolean confidential) {
        JsonNode note = payload.path("object_attributes");
        if (Fields.isTrue(note.path("system"))) {
            return new Reading.Ignored(subject, IgnoreReason.SYSTEM_NOTE);
        }
        String target = Fields.textOrEmpty(note.path("noteable_type"));
        boolean onMergeRequest = target.equals("MergeRequest");
        // A note in a diff is part of a review.
        if (!target.equals("Issue") && !onMergeRequest
                || Fields.textOrEmpty(note.path("type")).equals("DiffNote")) {
            return new Reading.Ignored(subject, IgnoreReason.COMMENT_TARGET);
        }
        Optional<IssueSnapshot> issue = snapshot(
                arrival,
                payload,
                payload.path(onMergeRequest ? "merge_request" : "issue"),
                confidential,
                onMergeRequest);
        Optional<IssueComment> comment = comment(arrival, payload, note);
        if (issue.isEmpty() || comment.isEmpty() || subject.repositoryId() == null) {
            return new Reading.Ignored(subject, IgnoreReason.INCOMPLETE_PAYLOAD);
        }
        EventContext context = context(arrival, subject, payload, comment.get().updatedAt());
        return new Reading.Understood(
                subject,
                List.of(
                        isEdit(subject, comment.get())
                                ? new IssueEvent.CommentEdited(context, issue.get(), comment.get(), null)
                                : new IssueEvent.Commented(context, issue.get(), comment.get())));
    }

    /** Versions before 16.11 name no action; there an edit shows in the times only. */
    private static boolean isEdit(Subject subject, IssueComment comment) {
        if (subject.action() != null) {
            return subject.action().equals("update");
        }
        return comment.createdAt() != null
                && comment.updatedAt() != null
                && comment.updatedAt().isAfter(comment.createdAt());
    }

    private static Optional<IssueSnapshot> snapshot(
            Arrival arrival, JsonNode payload, JsonNode issue, boolean confidential, boolean mergeRequest) {
        List<String> labels = Fields.labels(payload.path("labels"), "title");
        return Fields.number(issue.path("iid"))
                .map(iid -> new IssueSnapshot(
                        iid,
                        Fields.id(issue.path("id")).orElse(null),
                        Fields.textOrEmpty(issue.path("title")),
                        Fields.textOrEmpty(issue.path("description")),
                        Fields.textOrEmpty(issue.path("state")).equals("opened"),
                        stateReason(issue),
                        labels.isEmpty() ? Fields.labels(issue.path("labels"), "title") : labels,
                        author(payload, issue),
                        confidential || Fields.isTrue(issue.path("confidential")),
                        mergeRequest,
                        Fields.shortOrNull(issue.path("url")),
                        Fields.time(issue.path("updated_at"), arrival.receivedAt())
                                .orElse(null)));
    }

    private static String stateReason(JsonNode issue) {
        if (Fields.number(issue.path("moved_to_id")).isPresent()) {
            return "moved";
        }
        return Fields.number(issue.path("duplicated_to_id")).isPresent() ? "duplicate" : null;
    }

    private static Optional<IssueComment> comment(Arrival arrival, JsonNode payload, JsonNode note) {
        return Fields.id(note.path("id"))
                .map(id -> new IssueComment(
                        id,
                        Fields.textOrEmpty(note.path("note")),
                        author(payload, note),
                        Fields.time(note.path("created_at"), arrival.receivedAt())
                                .orElse(null),
                        Fields.time(note.path("updated_at"), arrival.receivedAt())
                                .orElse(null),
                        Fields.shortOrNull(note.path("url"))));
    }

    /** Authors come as ids; the login is known only of who acts. */
    private static Actor author(JsonNode payload, JsonNode authored) {
        Actor actor = account(payload.path("user"));
        return Fields.id(authored.path("author_id"))
                .map(id -> id.equals(actor.id()) ? actor : new Actor(id, "", false))
                .orElse(Actor.GHOST);
    }

    private static EventContext context(Arrival arrival, Subject subject, JsonNode payload, Instant occurredAt) {
        return new EventContext(
                arrival.delivery(),
                arrival.connection(),
                arrival.forge(),
                subject.repositoryId(),
                Fields.shortOrNull(payload.path("project").path("path_with_namespace")),
                account(payload.path("user")),
                occurredAt == null ? arrival.receivedAt() : occurredAt);
    }

    private static Actor account(JsonNode user) {
        return Fields.shortText(user.path("username"))
                .map(login -> new Actor(
                        Fields.id(user.path("id")).orElse(null),
                        login,
                        BOT.matcher(login).matches()))
                .orElse(Actor.GHOST);
    }
}

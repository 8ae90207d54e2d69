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

/**
 * Gitea's and Forgejo's webhooks, which share their payloads. Only newer versions of Forgejo name a changed label; the
 * event's header may be empty where its type is not.
 */
final class GiteaReader implements ForgeReader {

    private static final String[] EVENT = {
        "X-Forgejo-Event", "X-Gitea-Event", "X-Gogs-Event", "X-Forgejo-Event-Type", "X-Gitea-Event-Type"
    };
    private static final String[] DELIVERY = {
        "X-Forgejo-Delivery", "X-Gitea-Delivery", "X-Gogs-Delivery", "X-GitHub-Delivery"
    };
    private static final long DELETED_ACCOUNT = -1;
    private static final long ACTIONS_ACCOUNT = -2;

    @Override
    public Subject subject(Headers headers, JsonNode payload) {
        String event = headers.first(EVENT).map(Fields::name).orElse("");
        return new Subject(
                event,
                Fields.text(payload.path("action")).map(Fields::name).orElse(null),
                classOf(event),
                Fields.id(payload.path("repository").path("id")).orElse(null));
    }

    @Override
    public Reading read(Arrival arrival, Headers headers, JsonNode payload) {
        GithubShape shape = new GithubShape(arrival, subject(headers, payload), payload, GiteaReader::account);
        return switch (shape.subject().event()) {
            case "issues", "issue_label" -> issues(shape);
            case "issue_comment" -> shape.comments();
            case "" -> shape.ignored(IgnoreReason.EVENT_MISSING);
            default -> shape.ignored(IgnoreReason.UNHANDLED_EVENT);
        };
    }

    @Override
    public DeliveryKey key(Headers headers, byte[] payload) {
        return new DeliveryKey("", headers.first(DELIVERY).map(Digest::ofId).orElseGet(() -> Digest.of(payload)));
    }

    private static EventClass classOf(String event) {
        return switch (event) {
            case "issues", "issue_label", "issue_assign", "issue_milestone" -> EventClass.ISSUE;
            case "issue_comment" -> EventClass.COMMENT;
            case "pull_request" -> EventClass.MERGE_REQUEST;
            case "pull_request_approved", "pull_request_rejected", "pull_request_comment" -> EventClass.REVIEW;
            case "status",
                    "workflow_run",
                    "workflow_job",
                    "action_run_failure",
                    "action_run_recover",
                    "action_run_success" -> EventClass.CI;
            case "push", "create", "delete" -> EventClass.PUSH;
            case "repository", "fork" -> EventClass.REPOSITORY;
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
            case "label_updated" -> shape.understood(labelUpdated(shape, issue));
            case "label_cleared" -> shape.understood(new IssueEvent.LabelsChanged(shape.onArrival(), issue));
            case "closed" -> shape.understood(new IssueEvent.Closed(shape.at(issue.updatedAt()), issue));
            case "reopened" -> shape.understood(new IssueEvent.Reopened(shape.at(issue.updatedAt()), issue));
            case "deleted" -> shape.understood(new IssueEvent.Deleted(shape.onArrival(), issue));
            default -> shape.ignored(IgnoreReason.UNHANDLED_ACTION);
        };
    }

    /** Where the changed label is named, the issue's set tells whether it came or went. Its time is told nowhere. */
    private static IssueEvent labelUpdated(GithubShape shape, IssueSnapshot issue) {
        return shape.changedLabel()
                .<IssueEvent>map(name -> issue.labels().contains(name)
                        ? new IssueEvent.Labeled(shape.onArrival(), issue, name)
                        : new IssueEvent.Unlabeled(shape.onArrival(), issue, name))
                .orElseGet(() -> new IssueEvent.LabelsChanged(shape.onArrival(), issue));
    }

    private static Actor account(JsonNode user) {
        JsonNode told = user.path("id");
        long id = told.isIntegralNumber() && told.canConvertToLong() ? told.longValue() : 0;
        if (id == DELETED_ACCOUNT) {
            return Actor.GHOST;
        }
        return Fields.shortText(user.path("login"))
                .or(() -> Fields.shortText(user.path("username")))
                .map(login -> new Actor(
                        id > 0 || id == ACTIONS_ACCOUNT ? String.valueOf(id) : null, login, id == ACTIONS_ACCOUNT))
                .orElse(Actor.GHOST);
    }
}

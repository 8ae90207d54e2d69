package dev.alfred.ingest.forge;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.ingest.forge.SharedPayloads.Recorded;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.Reading;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A table over the recorded webhooks of real forges: each is genuine, and each has the meaning written here. */
class RecordedPayloadsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1767225600);

    private static final Map<String, String> MEANING = meaning();

    @BeforeAll
    static void needTheRecordings() {
        Assumptions.assumeTrue(
                SharedPayloads.directory().isPresent(),
                "skipped: the recorded webhooks (shared/payloads) are not on this machine");
    }

    @Test
    void everyRecordingIsGenuine() {
        assertThat(SharedPayloads.all())
                .allSatisfy(recorded -> assertThat(Signatures.check(
                                recorded.forge(),
                                SharedPayloads.SECRETS,
                                new Headers(recorded.headers()),
                                SignedBody.json(recorded.body()),
                                NOW))
                        .as(recorded.name())
                        .isEqualTo(new Verdict.Genuine()));
    }

    @Test
    void noRecordingIsGenuineWithAByteChanged() {
        assertThat(SharedPayloads.all())
                .filteredOn(recorded -> !recorded.headers().containsKey("X-Gitlab-Token"))
                .allSatisfy(recorded -> {
                    byte[] changed = recorded.body().clone();
                    changed[changed.length / 2] ^= 1;
                    assertThat(Signatures.check(
                                    recorded.forge(),
                                    SharedPayloads.SECRETS,
                                    new Headers(recorded.headers()),
                                    SignedBody.json(changed),
                                    NOW))
                            .as(recorded.name())
                            .isInstanceOf(Verdict.Refused.class);
                });
    }

    @Test
    void everyRecordingHasTheMeaningOfTheTable() {
        Map<String, String> read = new LinkedHashMap<>();
        SharedPayloads.all().forEach(recorded -> read.put(recorded.name(), describe(read(recorded))));

        assertThat(read).containsExactlyInAnyOrderEntriesOf(MEANING);
    }

    private static Reading read(Recorded recorded) {
        try {
            return ForgeReader.of(recorded.forge())
                    .read(
                            new Arrival(new UUID(0, 1), "work", recorded.forge(), NOW),
                            new Headers(recorded.headers()),
                            new JsonMapper().readTree(recorded.body()));
        } catch (IOException e) {
            throw new AssertionError(recorded.name(), e);
        }
    }

    private static String describe(Reading reading) {
        return switch (reading) {
            case Reading.Ignored ignored ->
                ignored.subject().eventClass().wire() + ": " + ignored.reason().wire();
            case Reading.Understood understood -> String.join("; ", describe(understood.events()));
        };
    }

    private static List<String> describe(List<IssueEvent> events) {
        return events.stream().map(RecordedPayloadsTest::describe).toList();
    }

    private static String describe(IssueEvent event) {
        String what = switch (event) {
            case IssueEvent.Labeled labeled -> " " + labeled.label();
            case IssueEvent.Unlabeled unlabeled -> " " + unlabeled.label();
            case IssueEvent.Commented commented ->
                " by " + commented.comment().author().login();
            case IssueEvent.CommentEdited edited ->
                " by " + edited.comment().author().login();
            case IssueEvent.CommentDeleted deleted ->
                " by " + deleted.comment().author().login();
            case IssueEvent.Opened opened -> " " + opened.issue().labels();
            case IssueEvent.Edited ignored -> "";
            case IssueEvent.LabelsChanged changed -> " " + changed.issue().labels();
            case IssueEvent.Closed ignored -> "";
            case IssueEvent.Reopened ignored -> "";
            case IssueEvent.Deleted ignored -> "";
        };
        return event.getClass().getSimpleName() + what + " @ " + event.context().repository() + "("
                + event.context().repositoryId() + ")#" + event.issue().iid()
                + (event.issue().mergeRequest() ? " mr" : "")
                + (event.issue().confidential() ? " confidential" : "")
                + " " + event.context().occurredAt();
    }

    private static Map<String, String> meaning() {
        Map<String, String> meaning = new LinkedHashMap<>();
        meaning.put("forgejo/push-none-1", "push: unhandled_event");
        meaning.put(
                "gitea/issue_comment-created-1", "Commented by example @ example/example(1)#1 2022-03-09T07:20:44Z");
        meaning.put(
                "gitea/issue_comment-edited-1",
                "CommentEdited by unknwon @ gogits/hello-world(61)#1 2017-12-09T01:41:37Z");
        meaning.put("gitea/issues-label_updated-1", "LabelsChanged [bug] @ example/example(1)#1 2026-01-01T00:00:00Z");
        meaning.put("gitea/issues-opened-1", "Opened [] @ example/example(1)#1 2022-03-09T07:19:00Z");
        meaning.put("gitea/pull_request-closed-1", "merge_request: unhandled_event");
        meaning.put("gitea/pull_request-opened-1", "merge_request: unhandled_event");
        meaning.put("gitea/pull_request-reopened-1", "merge_request: unhandled_event");
        meaning.put("gitea/pull_request-synchronized-1", "merge_request: unhandled_event");
        meaning.put("gitea/pull_request_approved-reviewed-1", "review: unhandled_event");
        meaning.put("gitea/pull_request_comment-reviewed-1", "review: unhandled_event");
        meaning.put("github/check_suite-completed-1", "ci: unhandled_event");
        meaning.put(
                "github/issue_comment-created-2",
                "Commented by chhsia0 @ chhsia0/knative-route-demo(199540710)#3 mr 2019-10-26T16:09:23Z");
        meaning.put(
                "github/issue_comment-deleted-1",
                "CommentDeleted by Codertocat @ Codertocat/Hello-World(186853002)#1 2026-01-01T00:00:00Z");
        meaning.put(
                "github/issue_comment-edited-1",
                "CommentEdited by Codertocat @ Codertocat/Hello-World(186853002)#1 2019-05-15T15:20:22Z");
        meaning.put("github/issues-assigned-1", "issue: unhandled_action");
        meaning.put("github/issues-deleted-1", "Deleted @ Codertocat/Hello-World(186853002)#1 2026-01-01T00:00:00Z");
        meaning.put("github/issues-demilestoned-1", "issue: unhandled_action");
        meaning.put(
                "github/issues-labeled-1", "Labeled bug @ Codertocat/Hello-World(186853002)#1 2019-05-15T15:20:18Z");
        meaning.put(
                "github/issues-opened-1", "Opened [bug] @ Codertocat/Hello-World(186853002)#1 2019-05-15T15:20:18Z");
        meaning.put("github/issues-reopened-1", "Reopened @ Codertocat/Hello-World(186853002)#1 2021-10-11T16:40:56Z");
        meaning.put(
                "github/issues-unlabeled-1",
                "Unlabeled bug @ Codertocat/Hello-World(186853002)#1 2019-05-15T15:20:26Z");
        meaning.put("github/meta-deleted-1", "repository: unhandled_event");
        meaning.put("github/ping-none-1", "ping: ping");
        meaning.put("github/pull_request-opened-1", "merge_request: unhandled_event");
        meaning.put("github/pull_request-opened-2", "merge_request: unhandled_event");
        meaning.put("github/pull_request-ready_for_review-1", "merge_request: unhandled_event");
        meaning.put("github/pull_request-synchronize-1", "merge_request: unhandled_event");
        meaning.put("github/pull_request_review-submitted-2", "review: unhandled_event");
        meaning.put("github/pull_request_review_comment-created-1", "review: unhandled_event");
        meaning.put("github/pull_request_review_thread-resolved-1", "review: unhandled_event");
        meaning.put("github/push-none-1", "push: unhandled_event");
        meaning.put("github/repository-renamed-1", "repository: unhandled_event");
        meaning.put("github/status-none-1", "ci: unhandled_event");
        meaning.put("github/workflow_run-completed-1", "ci: unhandled_event");
        meaning.put(
                "gitlab/confidential_note-create-1",
                "Commented by root @ gitlab-org/gitlab-test(5)#17 confidential 2015-05-17T17:06:40Z");
        meaning.put(
                "gitlab/issue-close-1",
                "Labeled critical @ gitlab-org/hello-world(4861503)#1 2017-12-10T16:41:28Z; Closed @ gitlab-org/hello-world(4861503)#1 2017-12-10T16:41:28Z");
        meaning.put("gitlab/issue-open-1", "Opened [] @ gitlab-org/hello-world(4861503)#1 2017-12-10T16:37:38Z");
        meaning.put("gitlab/issue-open-2", "Opened [API] @ gitlabhq/gitlab-test(14)#23 2013-12-03T17:15:43Z");
        meaning.put("gitlab/issue-update-3", "issue: work_item_type");
        meaning.put("gitlab/job-success-1", "ci: unhandled_event");
        meaning.put("gitlab/merge_request-merge-1", "merge_request: unhandled_event");
        meaning.put("gitlab/merge_request-open-1", "merge_request: unhandled_event");
        meaning.put("gitlab/merge_request-open-2", "merge_request: unhandled_event");
        meaning.put("gitlab/merge_request-update-1", "merge_request: unhandled_event");
        meaning.put("gitlab/merge_request-update-2", "merge_request: unhandled_event");
        meaning.put("gitlab/note-create-1", "Commented by  @ gitlab-org/gitlab-test(5)#17 2015-05-17T17:06:40Z");
        meaning.put("gitlab/note-create-2", "Commented by root @ gitlab-org/gitlab-test(5)#1 mr 2015-05-17T18:21:36Z");
        meaning.put("gitlab/note-create-3", "comment: comment_target");
        meaning.put("gitlab/note-create-4", "comment: comment_target");
        meaning.put("gitlab/push-delete-1", "push: unhandled_event");
        return meaning;
    }
}

package dev.alfred.ingest.forge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.Texts;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.DeliveryKey;
import dev.alfred.ingest.forge.model.EventClass;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadersTest {
    private static final Instant ARRIVED = Instant.parse("2026-03-01T10:00:00Z");
    private static final String GITHUB = """
            {"action": "%s", "issue": %s, "label": {"name": "alfred"}, "comment": %s, "changes": %s,
             "repository": {"id": 77, "full_name": "acme/rocket"}, "sender": {"id": 5, "login": "mia", "type": "User"}}
            """;
    private static final String ISSUE = """
            {"id": 901, "number": 12, "title": "Engine stops", "body": "It does", "state": "open",
             "labels": [{"name": "alfred"}, {"name": "bug"}], "user": {"id": 6, "login": "tom", "type": "User"},
             "html_url": "https://forge.example/acme/rocket/issues/12", "updated_at": "2026-02-28T08:00:00Z"}
            """;
    private static final String COMMENT = """
            {"id": 31, "body": "/alfred approve", "user": {"id": 5, "login": "mia", "type": "User"},
             "created_at": "2026-02-28T09:00:00Z", "updated_at": "2026-02-28T09:05:00Z"}
            """;

    @Test
    void readsAnIssueClosedOnGithubWithItsReason() {
        String closed = ISSUE.replace("\"open\"", "\"closed\", \"state_reason\": \"not_planned\"");

        IssueEvent event = only(github("issues", GITHUB.formatted("closed", closed, "null", "null")));

        assertThat(event).isInstanceOf(IssueEvent.Closed.class);
        assertThat(event.issue().open()).isFalse();
        assertThat(event.issue().stateReason()).isEqualTo("not_planned");
        assertThat(event.context().occurredAt()).isEqualTo("2026-02-28T08:00:00Z");
        assertThat(event.key()).isEqualTo("work/77");
    }

    @Test
    void readsWhatAnIssueWasCalledBefore() {
        String changes = "{\"title\": {\"from\": \"Engine\"}}";

        IssueEvent event = only(github("issues", GITHUB.formatted("edited", ISSUE, "null", changes)));

        assertThat(event).isInstanceOfSatisfying(IssueEvent.Edited.class, edited -> {
            assertThat(edited.formerTitle()).isEqualTo("Engine");
            assertThat(edited.formerBody()).isNull();
        });
    }

    @Test
    void readsATransferredIssueAsGone() {
        IssueEvent event = only(github("issues", GITHUB.formatted("transferred", ISSUE, "null", "{}")));

        assertThat(event).isInstanceOf(IssueEvent.Deleted.class);
        assertThat(event.context().occurredAt()).isEqualTo(ARRIVED);
    }

    @Test
    void readsNullBodiesAndDeletedAccounts() {
        String orphan = "{\"id\": 901, \"number\": 12, \"title\": \"Engine\", \"body\": null, \"user\": null}";

        IssueEvent event = only(github("issues", """
                        {"action": "opened", "issue": %s, "repository": {"id": 77}, "sender": null}
                        """.formatted(orphan)));

        assertThat(event.issue().body()).isEmpty();
        assertThat(event.issue().author()).isEqualTo(Actor.GHOST);
        assertThat(event.context().actor()).isEqualTo(Actor.GHOST);
        assertThat(event.context().occurredAt()).isEqualTo(ARRIVED);
    }

    @Test
    void seesThatAnAppIsABot() {
        String payload = GITHUB.formatted("created", ISSUE, COMMENT, "null")
                .replace("\"login\": \"mia\", \"type\": \"User\"", "\"login\": \"helper[bot]\", \"type\": \"Bot\"");

        IssueEvent event = only(github("issue_comment", payload));

        assertThat(event.context().actor().bot()).isTrue();
    }

    @Test
    void marksACommentOnAPullRequest() {
        String pull = ISSUE.replace("\"number\": 12", "\"number\": 12, \"pull_request\": {}");

        assertThat(only(github("issue_comment", GITHUB.formatted("created", pull, COMMENT, "null")))
                        .issue()
                        .mergeRequest())
                .isTrue();
    }

    @Test
    void ignoresAnIssueEventThatLacksItsIssueOrItsRepository() {
        assertThat(reasonOf(github("issues", "{\"action\": \"opened\", \"repository\": {\"id\": 77}}")))
                .isEqualTo(IgnoreReason.INCOMPLETE_PAYLOAD);
        assertThat(reasonOf(github("issues", "{\"action\": \"opened\", \"issue\": " + ISSUE + "}")))
                .isEqualTo(IgnoreReason.INCOMPLETE_PAYLOAD);
        assertThat(reasonOf(github("issues", "[1, 2]"))).isEqualTo(IgnoreReason.INCOMPLETE_PAYLOAD);
    }

    @Test
    void ignoresWhatNamesNoEvent() {
        for (ForgeKind forge : ForgeKind.values()) {
            assertThat(reasonOf(read(forge, Map.of(), "{}"))).isEqualTo(IgnoreReason.EVENT_MISSING);
        }
    }

    @Test
    void tellsAGithubHooksDeliveriesApartByHook() {
        Headers headers = new Headers(Map.of("X-GitHub-Delivery", List.of("d-1"), "X-GitHub-Hook-ID", List.of("9")));

        assertThat(ForgeReader.of(ForgeKind.GITHUB).key(headers, new byte[0])).isEqualTo(new DeliveryKey("9", "d-1"));
    }

    @Test
    void takesTheSignedIdOfASignedGitlabDelivery() {
        Headers headers = new Headers(Map.of(
                "Idempotency-Key", List.of("forged"),
                "webhook-id", List.of("signed"),
                "webhook-signature", List.of("v1,x")));

        assertThat(ForgeReader.of(ForgeKind.GITLAB).key(headers, new byte[0])).isEqualTo(new DeliveryKey("", "signed"));
    }

    @Test
    void knowsADeliveryWithoutIdByItsContent() {
        Headers none = new Headers(Map.of());
        ForgeReader gitlab = ForgeReader.of(ForgeKind.GITLAB);

        assertThat(gitlab.key(none, new byte[] {1})).isEqualTo(gitlab.key(none, new byte[] {1}));
        assertThat(gitlab.key(none, new byte[] {1})).isNotEqualTo(gitlab.key(none, new byte[] {2}));
    }

    @Test
    void readsForgejosNamedLabelAsGivenOrTaken() {
        String without = ISSUE.replace("{\"name\": \"alfred\"}, ", "");

        assertThat(only(forgejo("issues", GITHUB.formatted("label_updated", ISSUE, "null", "null"))))
                .isInstanceOfSatisfying(
                        IssueEvent.Labeled.class,
                        labeled -> assertThat(labeled.label()).isEqualTo("alfred"));
        assertThat(only(forgejo("issues", GITHUB.formatted("label_updated", without, "null", "null"))))
                .isInstanceOf(IssueEvent.Unlabeled.class);
    }

    @Test
    void readsGiteasUnnamedLabelsAsChanged() {
        String unnamed = GITHUB.formatted("label_updated", ISSUE, "null", "null")
                .replace("\"label\": {\"name\": \"alfred\"},", "");

        assertThat(only(forgejo("issues", unnamed))).isInstanceOf(IssueEvent.LabelsChanged.class);
        assertThat(only(forgejo("issues", GITHUB.formatted("label_cleared", ISSUE, "null", "null"))))
                .isInstanceOf(IssueEvent.LabelsChanged.class);
    }

    @Test
    void fallsBackToTheEventTypeWhereGiteasEventIsEmpty() {
        Reading reading = read(
                ForgeKind.GITEA,
                Map.of("X-Gitea-Event", "", "X-Gitea-Event-Type", "package", "X-GitHub-Event", "issues"),
                "{}");

        assertThat(reading.subject().event()).isEqualTo("package");
        assertThat(reading.subject().eventClass()).isEqualTo(EventClass.OTHER);
    }

    @Test
    void readsGiteasDeletedAccountAsGhost() {
        String payload = GITHUB.formatted("opened", ISSUE, "null", "null")
                .replace("\"id\": 5, \"login\": \"mia\"", "\"id\": -1, \"login\": \"Ghost\"");

        assertThat(only(forgejo("issues", payload)).context().actor()).isEqualTo(Actor.GHOST);
    }

    @Test
    void readsAGiteaCommentsEdit() {
        String payload = GITHUB.formatted("edited", ISSUE, COMMENT, "{\"body\": {\"from\": \"/alfred stop\"}}");

        assertThat(only(forgejo("issue_comment", payload)))
                .isInstanceOfSatisfying(
                        IssueEvent.CommentEdited.class,
                        edited -> assertThat(edited.formerBody()).isEqualTo("/alfred stop"));
    }

    @Test
    void readsAllChangesOfOneGitlabUpdateInOrder() {
        Reading reading = gitlab("Issue Hook", """
                {"object_kind": "issue", "user": {"id": 5, "username": "mia"},
                 "project": {"id": 77, "path_with_namespace": "acme/deep/rocket"},
                 "object_attributes": {"id": 901, "iid": 12, "title": "Engine", "state": "opened", "action": "update",
                   "author_id": 5, "updated_at": "2026-02-28 08:00:00 UTC"},
                 "labels": [{"id": 1, "title": "alfred"}],
                 "changes": {"title": {"previous": "Engin", "current": "Engine"},
                   "labels": {"previous": [{"id": 2, "title": "bug"}, {"id": 3, "title": "old name"}],
                              "current": [{"id": 3, "title": "new name"}, {"id": 1, "title": "alfred"}]}}}
                """);

        assertThat(events(reading))
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Edited", "Unlabeled", "Labeled");
        assertThat(events(reading).getLast()).isInstanceOfSatisfying(IssueEvent.Labeled.class, labeled -> {
            assertThat(labeled.label()).isEqualTo("alfred");
            assertThat(labeled.context().repository()).isEqualTo("acme/deep/rocket");
            assertThat(labeled.issue().author()).isEqualTo(new Actor("5", "mia", false));
        });
    }

    @Test
    void ignoresAGitlabUpdateThatChangesNothingOfInterest() {
        assertThat(reasonOf(gitlab("Issue Hook", gitlabIssue("update", "")))).isEqualTo(IgnoreReason.UNHANDLED_ACTION);
    }

    @Test
    void marksConfidentialIssuesByHeaderOrField() {
        assertThat(only(gitlab("Confidential Issue Hook", gitlabIssue("open", "")))
                        .issue()
                        .confidential())
                .isTrue();
        assertThat(only(gitlab("Issue Hook", gitlabIssue("open", "\"confidential\": true,")))
                        .issue()
                        .confidential())
                .isTrue();
        assertThat(only(gitlab("Issue Hook", gitlabIssue("open", ""))).issue().confidential())
                .isFalse();
    }

    @Test
    void saysThatAGitlabIssueWasMoved() {
        assertThat(only(gitlab("Issue Hook", gitlabIssue("close", "\"moved_to_id\": 99,")))
                        .issue()
                        .stateReason())
                .isEqualTo("moved");
    }

    @Test
    void readsTheEditOfAGitlabNoteWithOrWithoutAction() {
        assertThat(only(gitlab("Note Hook", gitlabNote("\"action\": \"update\",", "08:00:00"))))
                .isInstanceOf(IssueEvent.CommentEdited.class);
        assertThat(only(gitlab("Note Hook", gitlabNote("", "08:30:00")))).isInstanceOf(IssueEvent.CommentEdited.class);
        assertThat(only(gitlab("Note Hook", gitlabNote("", "08:00:00")))).isInstanceOf(IssueEvent.Commented.class);
    }

    @Test
    void ignoresGitlabsOwnNotes() {
        assertThat(reasonOf(gitlab("Note Hook", gitlabNote("\"system\": true,", "08:00:00"))))
                .isEqualTo(IgnoreReason.SYSTEM_NOTE);
    }

    @Test
    void seesThatAProjectTokenIsABot() {
        String payload = gitlabIssue("open", "").replace("\"mia\"", "\"project_77_bot_0af3\"");

        assertThat(only(gitlab("Issue Hook", payload)).context().actor().bot()).isTrue();
    }

    @Test
    void boundsTextsAndDropsWhatNoDatabaseTakes() {
        String hostile = "a\\u0000b\\ud800c\\u0007d" + "\\\"\\n".repeat(400_000);
        String payload = GITHUB.formatted("opened", ISSUE.replace("It does", hostile), "null", "null");

        IssueEvent event = only(github("issues", payload));

        assertThat(event.issue().body()).startsWith("ab\uFFFDcd\"\n").contains("cut by Alfred");
        assertThat(event.issue().body().getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(Texts.MAX_BYTES);
        assertThat(ContractJson.mapper().valueToTree(event).isObject()).isTrue();
    }

    @Test
    void keepsAVeryLongTitleWhole() {
        String title = "🚀".repeat(5_000);

        IssueEvent event = only(
                github("issues", GITHUB.formatted("opened", ISSUE.replace("Engine stops", title), "null", "null")));

        assertThat(event.issue().title()).isEqualTo(title);
    }

    private static String gitlabIssue(String action, String more) {
        return """
                {"object_kind": "issue", "user": {"id": 5, "username": "mia"}, "project": {"id": 77},
                 "object_attributes": {%s "id": 901, "iid": 12, "title": "Engine", "state": "opened",
                   "action": "%s", "author_id": 5},
                 "changes": {"updated_at": {"previous": "a", "current": "b"}}}
                """.formatted(more, action);
    }

    private static String gitlabNote(String more, String updated) {
        return """
                {"object_kind": "note", "user": {"id": 5, "username": "mia"}, "project_id": 77, "project": {"id": 77},
                 "object_attributes": {%s "id": 31, "note": "Hi", "noteable_type": "Issue", "author_id": 5,
                   "created_at": "2026-02-28 08:00:00 UTC", "updated_at": "2026-02-28 %s UTC"},
                 "issue": {"id": 901, "iid": 12, "title": "Engine", "state": "opened", "author_id": 6}}
                """.formatted(more, updated);
    }

    private static Reading github(String event, String payload) {
        return read(ForgeKind.GITHUB, Map.of("X-GitHub-Event", event), payload);
    }

    private static Reading forgejo(String event, String payload) {
        return read(ForgeKind.FORGEJO, Map.of("X-Forgejo-Event", event, "X-GitHub-Event", "confusing"), payload);
    }

    private static Reading gitlab(String event, String payload) {
        return read(ForgeKind.GITLAB, Map.of("X-Gitlab-Event", event), payload);
    }

    private static Reading read(ForgeKind forge, Map<String, String> headers, String payload) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        try {
            return ForgeReader.of(forge)
                    .read(
                            new Arrival(new UUID(0, 1), "work", forge, ARRIVED),
                            new Headers(all),
                            new JsonMapper().readTree(payload));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<IssueEvent> events(Reading reading) {
        assertThat(reading).isInstanceOf(Reading.Understood.class);
        return ((Reading.Understood) reading).events();
    }

    private static IssueEvent only(Reading reading) {
        assertThat(events(reading)).hasSize(1);
        return events(reading).getFirst();
    }

    private static IgnoreReason reasonOf(Reading reading) {
        assertThat(reading).isInstanceOf(Reading.Ignored.class);
        return ((Reading.Ignored) reading).reason();
    }
}

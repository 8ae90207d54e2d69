package dev.alfred.ingest.forge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whoever knows a connection's secret may send any numbers, times and texts; nothing behind may stumble over them. */
class HostilePayloadsTest {
    private static final Instant ARRIVED = Instant.parse("2026-03-01T10:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+999999999-12-31T23:59:59Z",
                "+294277-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "2026-03-02T10:00:01Z",
                "1999-12-31T23:59:59Z",
                "0001-01-01T00:00:00Z",
                "-4800-01-01T00:00:00Z"
            })
    void takesATimeThatCantBeTrueAsTheTimeOfReceipt(String time) {
        IssueEvent event = only(forgejo(issue("12", time)));
        IssueEvent.Commented commented = (IssueEvent.Commented) only(gitlabNote(time));

        assertThat(event.context().occurredAt()).isEqualTo(ARRIVED);
        assertThat(event.issue().updatedAt()).isEqualTo(ARRIVED);
        assertThat(commented.context().occurredAt()).isEqualTo(ARRIVED);
        assertThat(commented.comment().createdAt()).isEqualTo(ARRIVED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2000-01-01T00:00:00Z", "2026-03-02T10:00:00Z"})
    void believesAForgeWhoseClockIsADayAhead(String time) {
        assertThat(only(forgejo(issue("12", time))).context().occurredAt()).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-1", "0", "1.5", "1e400", "\"12\"", "null"})
    void ignoresAnIssueWhoseNumberIsNone(String number) {
        assertThat(forgejo(issue(number, "2026-02-28T08:00:00Z")))
                .isInstanceOfSatisfying(
                        Reading.Ignored.class,
                        ignored -> assertThat(ignored.reason()).isEqualTo(IgnoreReason.INCOMPLETE_PAYLOAD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-7", "1e400", "1.5"})
    void knowsNobodyByAnIdThatIsNone(String id) {
        String payload = issue("12", "2026-02-28T08:00:00Z").replace("\"id\": 5", "\"id\": " + id);

        assertThat(only(forgejo(payload)).context().actor()).isEqualTo(new Actor(null, "mia", false));
    }

    @Test
    void tellsOfManyLabelsAtOnceInOneEvent() {
        String labels = IntStream.range(0, 50_000)
                .mapToObj(i -> "{\"id\": %d, \"title\": \"label %d\"}".formatted(i, i))
                .collect(Collectors.joining(",", "[", "]"));

        IssueEvent event = only(read(ForgeKind.GITLAB, "X-Gitlab-Event", "Issue Hook", """
                {"object_kind": "issue", "user": {"id": 5, "username": "mia"}, "project": {"id": 77},
                 "object_attributes": {"id": 901, "iid": 12, "title": "Engine", "state": "opened", "action": "update"},
                 "labels": %s, "changes": {"labels": {"previous": [], "current": %s}}}
                """.formatted(labels, labels)));

        assertThat(event).isInstanceOf(IssueEvent.LabelsChanged.class);
    }

    @Test
    void makesNoEventThatIsTooLargeForARecord() throws JsonProcessingException {
        String quotes = "\\\"\\n".repeat(600_000);
        String labels = IntStream.range(0, 1_000)
                .mapToObj(i -> "{\"name\": \"%s\"}".formatted("\\\"".repeat(2_000)))
                .collect(Collectors.joining(",", "[", "]"));
        String user = "{\"id\": 5, \"login\": \"%s\"}".formatted(quotes);

        IssueEvent event =
                only(read(ForgeKind.FORGEJO, "X-Forgejo-Event", "issues", """
                {"action": "edited", "changes": {"title": {"from": "T"}, "body": {"from": "T"}},
                 "issue": {"id": 901, "number": 12, "title": "T", "body": "T", "state": "open", "state_reason": "T",
                           "labels": %s, "user": %s, "html_url": "T", "updated_at": "2026-02-28T08:00:00Z"},
                 "repository": {"id": 77, "full_name": "T"}, "sender": %s}
                """.replace("\"T\"", "\"" + quotes + "\"")
                        .formatted(labels, user, user)));

        assertThat(ContractJson.mapper().writeValueAsBytes(event)).hasSizeLessThan((4 << 20) - (64 << 10));
    }

    private static String issue(String number, String time) {
        return """
                {"action": "opened", "repository": {"id": 77, "full_name": "acme/rocket"},
                 "issue": {"id": 901, "number": %s, "title": "Engine stops", "state": "open", "updated_at": "%s"},
                 "sender": {"id": 5, "login": "mia"}}
                """.formatted(number, time);
    }

    private static Reading forgejo(String payload) {
        return read(ForgeKind.FORGEJO, "X-Forgejo-Event", "issues", payload);
    }

    private static Reading gitlabNote(String time) {
        return read(ForgeKind.GITLAB, "X-Gitlab-Event", "Note Hook", """
                {"object_kind": "note", "user": {"id": 5, "username": "mia"}, "project": {"id": 77},
                 "object_attributes": {"id": 31, "note": "Hi", "noteable_type": "Issue", "author_id": 5,
                   "action": "create", "created_at": "%s", "updated_at": "%s"},
                 "issue": {"id": 901, "iid": 12, "title": "Engine", "state": "opened", "author_id": 6}}
                """.formatted(time, time));
    }

    private static Reading read(ForgeKind forge, String header, String event, String payload) {
        try {
            return ForgeReader.of(forge)
                    .read(
                            new Arrival(new UUID(0, 1), "work", forge, ARRIVED),
                            new Headers(Map.of(header, List.of(event))),
                            new JsonMapper().readTree(payload));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IssueEvent only(Reading reading) {
        assertThat(reading).isInstanceOf(Reading.Understood.class);
        assertThat(((Reading.Understood) reading).events()).hasSize(1);
        return ((Reading.Understood) reading).events().getFirst();
    }
}

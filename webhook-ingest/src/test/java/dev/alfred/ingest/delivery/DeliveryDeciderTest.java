package dev.alfred.ingest.delivery;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.ingest.delivery.model.Decision;
import dev.alfred.ingest.delivery.model.DeliveryDecider;
import dev.alfred.ingest.delivery.model.Outcome;
import dev.alfred.ingest.delivery.model.Prior;
import dev.alfred.ingest.forge.model.EventClass;
import dev.alfred.ingest.forge.model.IgnoreReason;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.ingest.forge.model.Subject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class DeliveryDeciderTest {
    private static final UUID FIRST = new UUID(7, 1);
    private static final IssueEvent EVENT = new IssueEvent.Opened(
            null, new IssueSnapshot(1, "9", "t", "", true, null, List.of(), Actor.GHOST, false, false, null, null));
    private static final Reading UNDERSTOOD = new Reading.Understood(subject("77"), List.of(EVENT));
    private static final Reading IGNORED = new Reading.Ignored(subject("77"), IgnoreReason.UNHANDLED_EVENT);
    private static final Reading NOWHERE = new Reading.Ignored(subject(null), IgnoreReason.PING);

    static Stream<Arguments> table() {
        Decision accept = new Decision.Accept(List.of(EVENT));
        Decision duplicate = new Decision.Duplicate(FIRST);
        Decision unknown = new Decision.Ignore(IgnoreReason.UNKNOWN_PROJECT);
        Decision unhandled = new Decision.Ignore(IgnoreReason.UNHANDLED_EVENT);
        return Stream.of(
                arguments("new, understood", UNDERSTOOD, true, null, accept),
                arguments("new, of no interest", IGNORED, true, null, unhandled),
                arguments("new, another project's", UNDERSTOOD, false, null, unknown),
                arguments("new, of no interest and another project's", IGNORED, false, null, unknown),
                arguments("new, without a repository", NOWHERE, false, null, new Decision.Ignore(IgnoreReason.PING)),
                arguments("told before", UNDERSTOOD, true, Outcome.ACCEPTED, duplicate),
                arguments("told before, now of no interest", IGNORED, true, Outcome.ACCEPTED, duplicate),
                arguments("told before, now another project's", UNDERSTOOD, false, Outcome.ACCEPTED, duplicate),
                arguments("ignored before, now understood", UNDERSTOOD, true, Outcome.IGNORED, accept),
                arguments("ignored before and now", IGNORED, true, Outcome.IGNORED, duplicate),
                arguments("another project's before and now", UNDERSTOOD, false, Outcome.IGNORED, duplicate));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("table")
    void decidesByReadingProjectAndPrior(
            String row, Reading reading, boolean allowed, Outcome before, Decision expected) {
        Optional<Prior> prior = Optional.ofNullable(before).map(outcome -> new Prior(FIRST, outcome));

        assertThat(DeliveryDecider.decide(reading, allowed, prior)).as(row).isEqualTo(expected);
    }

    private static Subject subject(String repositoryId) {
        return new Subject("issues", "opened", EventClass.ISSUE, repositoryId);
    }
}

package dev.alfred.sessions.state;

import java.time.Instant;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.sessions.state.model.LifeDecider;
import dev.alfred.sessions.state.model.LifeDecider.Admission;
import dev.alfred.sessions.state.model.LifeDecider.Change;
import dev.alfred.sessions.state.model.LifeDecider.Why;
import dev.alfred.sessions.state.model.MailboxLife;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class LifeDeciderTest {
    private static final MailboxKey MAILBOX = new MailboxKey("acme-rocket-issue-7");
    private static final Instant THEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final MailboxLife UNKNOWN = MailboxLife.unknown(MAILBOX);
    private static final MailboxLife OPEN_5 = UNKNOWN.openAt(5);
    private static final MailboxLife CLOSED_5 = UNKNOWN.closedAt(5, CloseCause.DONE);

    static Stream<Arguments> events() {
        return Stream.of(
                arguments(
                        "unknown, closed", UNKNOWN, closed(3), new Change.Close(UNKNOWN.closedAt(3, CloseCause.GONE))),
                arguments(
                        "open, closed later",
                        OPEN_5,
                        closed(6),
                        new Change.Close(UNKNOWN.closedAt(6, CloseCause.GONE))),
                arguments(
                        "open, closed at the same revision",
                        OPEN_5,
                        closed(5),
                        new Change.Close(UNKNOWN.closedAt(5, CloseCause.GONE))),
                arguments("open, closed before", OPEN_5, closed(4), new Change.Nothing(Why.OLDER_THAN_KNOWN)),
                arguments("closed, closed again", CLOSED_5, closed(5), new Change.Nothing(Why.KNOWN_ALREADY)),
                arguments(
                        "closed, closed later",
                        CLOSED_5,
                        closed(8),
                        new Change.Close(UNKNOWN.closedAt(8, CloseCause.GONE))),
                arguments("closed, closed before", CLOSED_5, closed(4), new Change.Nothing(Why.OLDER_THAN_KNOWN)),
                arguments("unknown, reopened", UNKNOWN, reopened(3), new Change.Reopen(UNKNOWN.openAt(3))),
                arguments("closed, reopened later", CLOSED_5, reopened(6), new Change.Reopen(UNKNOWN.openAt(6))),
                arguments(
                        "closed, reopened at the same revision",
                        CLOSED_5,
                        reopened(5),
                        new Change.Nothing(Why.OLDER_THAN_KNOWN)),
                arguments("closed, reopened before", CLOSED_5, reopened(4), new Change.Nothing(Why.OLDER_THAN_KNOWN)),
                arguments("open, reopened later", OPEN_5, reopened(6), new Change.Reopen(UNKNOWN.openAt(6))),
                arguments(
                        "open, frozen",
                        OPEN_5,
                        new MailboxEvent.Frozen(MAILBOX, 6, null, "agent/issue-7", THEN),
                        new Change.Nothing(Why.NOT_OF_INTEREST)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("events")
    void followsTheMailboxInTheOrderOfItsRevisions(String row, MailboxLife life, MailboxEvent event, Change expected) {
        assertThat(LifeDecider.on(life, event)).as(row).isEqualTo(expected);
    }

    @Test
    void admitsARunUnlessTheMailboxClosedSince() {
        assertThat(LifeDecider.admit(UNKNOWN, 4)).isEqualTo(new Admission.Admitted(UNKNOWN.openAt(4)));
        assertThat(LifeDecider.admit(OPEN_5, 4)).isEqualTo(new Admission.Admitted(OPEN_5));
        assertThat(LifeDecider.admit(CLOSED_5, 4)).isEqualTo(new Admission.MailboxClosed(5));
        assertThat(LifeDecider.admit(CLOSED_5, 5)).isEqualTo(new Admission.MailboxClosed(5));
        assertThat(LifeDecider.admit(CLOSED_5, 6)).isEqualTo(new Admission.Admitted(UNKNOWN.openAt(6)));
    }

    private static MailboxEvent closed(long revision) {
        return new MailboxEvent.Closed(MAILBOX, revision, CloseCause.GONE, THEN);
    }

    private static MailboxEvent reopened(long revision) {
        return new MailboxEvent.Reopened(MAILBOX, revision, THEN);
    }
}

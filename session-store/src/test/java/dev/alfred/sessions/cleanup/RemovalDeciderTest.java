package dev.alfred.sessions.cleanup;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.CloseCause;
import dev.alfred.sessions.cleanup.model.RemovalDecider;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalDecider.Why;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.state.model.MailboxLife;
import dev.alfred.sessions.state.model.Pin;
import dev.alfred.sessions.state.model.RemovalCause;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class RemovalDeciderTest {
    private static final StateKey KEY = new StateKey(new MailboxKey("acme-rocket-issue-7"), AdapterId.CLAUDE_CODE);
    private static final Pin PIN = new Pin(new UUID(0, 1), 1);
    private static final MailboxLife OPEN_5 = MailboxLife.unknown(KEY.mailbox()).openAt(5);
    private static final MailboxLife CLOSED_5 = OPEN_5.closedAt(5, CloseCause.CANCELLED);
    private static final SessionState KEPT = state(StateKind.DIRECTORY, null, false);
    private static final SessionState DUE = state(StateKind.DIRECTORY, null, true);
    private static final SessionState PINNED = state(StateKind.DIRECTORY, PIN, true);
    private static final SessionState CLAIM = state(StateKind.CLAIM, null, true);
    private static final SessionState REMOVED = new SessionState(KEY, StateKind.DIRECTORY, null, true, Instant.EPOCH);
    private static final RemovalTrigger BY_CLOSE = new RemovalTrigger.Due();
    private static final RemovalTrigger BY_HAND = new RemovalTrigger.Operator("mia");

    static Stream<Arguments> table() {
        return Stream.of(
                arguments(BY_CLOSE, CLOSED_5, DUE, new Decision.Remove(RemovalCause.CANCELLED)),
                arguments(BY_CLOSE, CLOSED_5, PINNED, new Decision.Keep(Why.PINNED)),
                arguments(BY_CLOSE, OPEN_5, DUE, new Decision.Keep(Why.REOPENED)),
                arguments(BY_CLOSE, CLOSED_5, KEPT, new Decision.Keep(Why.REOPENED)),
                arguments(BY_CLOSE, CLOSED_5, REMOVED, new Decision.Keep(Why.NOTHING_THERE)),
                arguments(BY_CLOSE, CLOSED_5, null, new Decision.Keep(Why.NOTHING_THERE)),
                arguments(BY_CLOSE, CLOSED_5, CLAIM, new Decision.Remove(RemovalCause.CANCELLED)),
                arguments(orphan(5), suspect(CLOSED_5), KEPT, new Decision.Remove(RemovalCause.ORPHAN)),
                arguments(orphan(7), suspect(OPEN_5), KEPT, new Decision.Remove(RemovalCause.ORPHAN)),
                arguments(orphan(4), suspect(OPEN_5), KEPT, new Decision.Keep(Why.REOPENED)),
                arguments(orphan(-1), suspect(OPEN_5), KEPT, new Decision.Remove(RemovalCause.ORPHAN)),
                arguments(orphan(-1), suspect(OPEN_5), PINNED, new Decision.Keep(Why.PINNED)),
                arguments(orphan(-1), suspect(OPEN_5), CLAIM, new Decision.Remove(RemovalCause.ORPHAN)),
                arguments(orphan(-1), suspect(OPEN_5), null, new Decision.Keep(Why.NOTHING_THERE)),
                arguments(orphan(-1), OPEN_5, KEPT, new Decision.Keep(Why.REOPENED)),
                arguments(orphan(7), CLOSED_5, KEPT, new Decision.Keep(Why.REOPENED)),
                arguments(BY_HAND, OPEN_5, KEPT, new Decision.Remove(RemovalCause.OPERATOR)),
                arguments(BY_HAND, OPEN_5, PINNED, new Decision.Keep(Why.PINNED)),
                arguments(BY_HAND, OPEN_5, CLAIM, new Decision.Remove(RemovalCause.OPERATOR)),
                arguments(BY_HAND, OPEN_5, REMOVED, new Decision.Keep(Why.NOTHING_THERE)));
    }

    @ParameterizedTest(name = "{0} of {2} in {1}")
    @MethodSource("table")
    void removesOnlyWhatMayGo(RemovalTrigger trigger, MailboxLife life, SessionState state, Decision expected) {
        assertThat(RemovalDecider.decide(trigger, life, Optional.ofNullable(state)))
                .isEqualTo(expected);
    }

    private static MailboxLife suspect(MailboxLife life) {
        return new MailboxLife(life.mailbox(), life.revision(), life.closeCause(), Instant.EPOCH);
    }

    private static RemovalTrigger orphan(long revision) {
        return new RemovalTrigger.Orphaned(revision);
    }

    private static SessionState state(StateKind kind, Pin pin, boolean due) {
        return new SessionState(KEY, kind, pin, due, null);
    }
}

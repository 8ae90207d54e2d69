package dev.alfred.sessions.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.sessions.record.model.PastAttempt;
import dev.alfred.sessions.record.model.PriorSession;
import dev.alfred.sessions.record.model.PriorSessionDecider;
import dev.alfred.sessions.record.model.ResumeWish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class PriorSessionDeciderTest {
    private static final SessionFingerprint PRINT = new SessionFingerprint(List.of());
    private static final SessionTotals TOTALS = new SessionTotals(null, 1, 2, 3);

    static Stream<Arguments> table() {
        return Stream.of(
                row("nothing recorded", wish(), past(), ResumeFallback.NO_PRIOR_SESSION),
                row("no id became known", wish(), past(run(1).withoutId()), ResumeFallback.NO_PRIOR_SESSION),
                row("a session", wish(), past(run(1).made("a")), "a"),
                row(
                        "another adapter's only",
                        wish(),
                        past(run(1).by(AdapterId.CODEX).made("c")),
                        ResumeFallback.ADAPTER_CHANGED),
                row(
                        "another adapter's in between",
                        wish(),
                        past(run(1).made("a"), run(2).by(AdapterId.CODEX).made("c")),
                        "a"),
                row(
                        "a human wants a fresh one",
                        wish().fresh(),
                        past(run(1).made("a")),
                        ResumeFallback.FRESH_REQUESTED),
                row("a human wants a fresh one, first run", wish().fresh(), past(), ResumeFallback.FRESH_REQUESTED),
                row("the newest of two", wish(), past(run(1).made("a"), run(2).made("b")), "b"),
                row(
                        "of a failed run",
                        wish(),
                        past(run(1).made("a").ended(RunState.FAILED, ExitReason.AGENT_FAILED)),
                        "a"),
                row("of a lost run", wish(), past(run(1).made("a").ended(RunState.LOST, ExitReason.RUNNER_LOST)), "a"),
                row(
                        "of a cancelled run",
                        wish(),
                        past(run(1).made("a").ended(RunState.CANCELLED, ExitReason.CANCELLED)),
                        "a"),
                row("its state was removed", wish(), past(run(1).made("a").removed()), ResumeFallback.STATE_MISSING),
                row("removed, then a new one", wish(), past(run(1).made("a").removed(), run(2).made("b")), "b"),
                row(
                        "the newest was not saved",
                        wish(),
                        past(run(1).made("a"), run(2).made("b").unsaved()),
                        ResumeFallback.STATE_MISSING),
                row("a run without a session after it", wish(), past(run(1).made("a"), run(2).withoutId()), "a"),
                row(
                        "one wordless resume",
                        wish(),
                        past(run(1).made("a"), run(2).resumed("a").wordless()),
                        "a"),
                row(
                        "two wordless resumes",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "two wordless resumes that told no id",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").wordless(),
                                run(3).asked("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "two wordless attempts of one run",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(2).attempt(2).resumed("a").wordless()),
                        "a"),
                row(
                        "wordless, spoke, wordless",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a"),
                                run(4).resumed("a").wordless()),
                        "a"),
                row(
                        "two wordless by model errors",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_ERROR),
                                run(3).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_AUTHENTICATION)),
                        "a"),
                row(
                        "two wordless by cancels",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless().ended(RunState.CANCELLED, ExitReason.CANCELLED),
                                run(3).resumed("a").wordless().ended(RunState.CANCELLED, null)),
                        "a"),
                row(
                        "two that never started",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").wordless().notStarted(),
                                run(3).asked("a").wordless().notStarted()),
                        "a"),
                row(
                        "wordless, model error, wordless",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_ERROR),
                                run(4).resumed("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "fresh after quarantine",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless(),
                                run(4).made("b")),
                        "b"),
                row(
                        "two that fell back",
                        wish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").fellBack("b").wordless(),
                                run(3).asked("a").fellBack("a").wordless()),
                        "a"),
                row(
                        "tainted, writing phase",
                        wish().tainted(),
                        past(run(1).made("a").tainted()),
                        ResumeFallback.SESSION_TAINTED),
                row(
                        "tainted, reading phase",
                        wish().tainted().phase(Phase.ANSWER),
                        past(run(1).made("a").tainted()),
                        "a"),
                row("tainted, then approved", wish(), past(run(1).made("a").tainted()), "a"),
                row("new text that has not entered yet", wish().tainted(), past(run(1).made("a")), "a"),
                row(
                        "written by a newer CLI",
                        wish().version("2.1.9"),
                        past(run(1).made("a").version("2.1.10")),
                        ResumeFallback.VERSION_OLDER),
                row(
                        "written by an older CLI",
                        wish().version("2.2.0"),
                        past(run(1).made("a").version("2.1.10")),
                        "a"),
                row(
                        "written by the same CLI",
                        wish().version("2.1.10"),
                        past(run(1).made("a").version("2.1.10")),
                        "a"),
                row(
                        "last written by an older CLI",
                        wish().version("2.0.0"),
                        past(
                                run(1).made("a").version("3.0.0"),
                                run(2).resumed("a").version("2.0.0")),
                        "a"),
                row(
                        "written by an unknown CLI",
                        wish().version("2.1.9"),
                        past(run(1).made("a").version(null)),
                        "a"),
                row(
                        "written by a strange CLI",
                        wish().version("2.1.9"),
                        past(run(1).made("a").version("nightly")),
                        "a"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("table")
    void decidesByThePast(String row, WishOf wish, List<PastAttempt> past, Object expected) {
        PriorSession decided = PriorSessionDecider.decide(wish.wish(), past);

        Object seen = switch (decided) {
            case PriorSession.Resume resume -> resume.nativeId();
            case PriorSession.None none -> none.why();
        };
        assertThat(seen).as(row).isEqualTo(expected);
    }

    @Test
    void tableHasEachReasonThatIsDecidedHere() {
        assertThat(table().map(row -> row.get()[3])
                        .filter(ResumeFallback.class::isInstance)
                        .distinct())
                .containsExactlyInAnyOrder(
                        ResumeFallback.NO_PRIOR_SESSION,
                        ResumeFallback.ADAPTER_CHANGED,
                        ResumeFallback.STATE_MISSING,
                        ResumeFallback.VERSION_OLDER,
                        ResumeFallback.SESSION_QUARANTINED,
                        ResumeFallback.SESSION_TAINTED,
                        ResumeFallback.FRESH_REQUESTED);
    }

    @Test
    void bringsTheLastThingsKnownOfTheSession() {
        List<PastAttempt> past = past(
                run(1).made("old").printed(),
                run(2).made("a").printed(),
                run(3).resumed("a"),
                run(4).resumed("a").unseen());

        assertThat(PriorSessionDecider.decide(wish().wish(), past))
                .isEqualTo(new PriorSession.Resume("a", PRINT, TOTALS, new UUID(0, 3), false));
    }

    @Test
    void passesOnThatUnvouchedTextIsInside() {
        PriorSession decided = PriorSessionDecider.decide(
                wish().tainted().phase(Phase.ANALYSIS).wish(),
                past(run(1).made("a").tainted()));

        assertThat(decided)
                .isInstanceOfSatisfying(
                        PriorSession.Resume.class,
                        resume -> assertThat(resume.tainted()).isTrue());
    }

    private static Arguments row(String name, WishOf wish, List<PastAttempt> past, Object expected) {
        return arguments(name, wish, past, expected);
    }

    private static List<PastAttempt> past(AttemptOf... oldestFirst) {
        List<PastAttempt> newestFirst = new ArrayList<>(
                Arrays.stream(oldestFirst).map(AttemptOf::attempt).toList());
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    private static WishOf wish() {
        return new WishOf(new ResumeWish(AdapterId.CLAUDE_CODE, Phase.DEVELOPMENT, "2.1.270", false, false));
    }

    private static AttemptOf run(int number) {
        return new AttemptOf(new PastAttempt(
                new UUID(0, number),
                1,
                AdapterId.CLAUDE_CODE,
                null,
                null,
                null,
                "2.1.270",
                null,
                null,
                true,
                false,
                true,
                true,
                true,
                RunState.SUCCEEDED,
                ExitReason.NONE,
                false));
    }

    private record WishOf(ResumeWish wish) {
        WishOf fresh() {
            return new WishOf(new ResumeWish(wish.adapter(), wish.phase(), wish.cliVersion(), true, wish.tainted()));
        }

        WishOf tainted() {
            return new WishOf(
                    new ResumeWish(wish.adapter(), wish.phase(), wish.cliVersion(), wish.freshRequested(), true));
        }

        WishOf phase(Phase phase) {
            return new WishOf(
                    new ResumeWish(wish.adapter(), phase, wish.cliVersion(), wish.freshRequested(), wish.tainted()));
        }

        WishOf version(String version) {
            return new WishOf(
                    new ResumeWish(wish.adapter(), wish.phase(), version, wish.freshRequested(), wish.tainted()));
        }
    }

    /** An attempt as the table tells it. */
    private record AttemptOf(PastAttempt attempt) {
        AttemptOf withoutId() {
            return session(null, attempt.askedId(), attempt.fallback());
        }

        AttemptOf made(String id) {
            return session(id, null, null);
        }

        AttemptOf resumed(String id) {
            return session(id, id, null);
        }

        AttemptOf asked(String id) {
            return session(null, id, null);
        }

        AttemptOf fellBack(String freshId) {
            return session(freshId, attempt.askedId(), ResumeFallback.STATE_CORRUPT);
        }

        AttemptOf by(AdapterId adapter) {
            return with(adapter, attempt.attempt(), attempt.cliVersion());
        }

        AttemptOf attempt(int number) {
            return with(attempt.adapter(), number, attempt.cliVersion());
        }

        AttemptOf version(String version) {
            return with(attempt.adapter(), attempt.attempt(), version);
        }

        AttemptOf removed() {
            return flags(attempt.resumable(), attempt.tainted(), attempt.cliStarted(), attempt.spoke(), true);
        }

        AttemptOf unsaved() {
            return flags(false, attempt.tainted(), attempt.cliStarted(), attempt.spoke(), attempt.stateRemoved());
        }

        AttemptOf tainted() {
            return flags(attempt.resumable(), true, attempt.cliStarted(), attempt.spoke(), attempt.stateRemoved());
        }

        AttemptOf wordless() {
            return flags(attempt.resumable(), attempt.tainted(), attempt.cliStarted(), false, attempt.stateRemoved())
                    .ended(RunState.FAILED, ExitReason.AGENT_FAILED);
        }

        AttemptOf notStarted() {
            return flags(attempt.resumable(), attempt.tainted(), false, attempt.spoke(), attempt.stateRemoved());
        }

        AttemptOf ended(RunState outcome, ExitReason reason) {
            return all(outcome, reason, attempt.fingerprint(), attempt.totals(), attempt.promptSeen());
        }

        AttemptOf printed() {
            return all(attempt.outcome(), attempt.exitReason(), PRINT, TOTALS, attempt.promptSeen());
        }

        AttemptOf unseen() {
            return all(attempt.outcome(), attempt.exitReason(), null, null, false);
        }

        private AttemptOf session(String nativeId, String askedId, ResumeFallback fallback) {
            return new AttemptOf(new PastAttempt(
                    attempt.run(),
                    attempt.attempt(),
                    attempt.adapter(),
                    nativeId,
                    askedId,
                    fallback,
                    attempt.cliVersion(),
                    attempt.fingerprint(),
                    attempt.totals(),
                    attempt.resumable(),
                    attempt.tainted(),
                    attempt.cliStarted(),
                    attempt.spoke(),
                    attempt.promptSeen(),
                    attempt.outcome(),
                    attempt.exitReason(),
                    attempt.stateRemoved()));
        }

        private AttemptOf with(AdapterId adapter, int number, String version) {
            return new AttemptOf(new PastAttempt(
                    attempt.run(),
                    number,
                    adapter,
                    attempt.nativeId(),
                    attempt.askedId(),
                    attempt.fallback(),
                    version,
                    attempt.fingerprint(),
                    attempt.totals(),
                    attempt.resumable(),
                    attempt.tainted(),
                    attempt.cliStarted(),
                    attempt.spoke(),
                    attempt.promptSeen(),
                    attempt.outcome(),
                    attempt.exitReason(),
                    attempt.stateRemoved()));
        }

        private AttemptOf flags(
                boolean resumable, boolean tainted, boolean cliStarted, boolean spoke, boolean stateRemoved) {
            return new AttemptOf(new PastAttempt(
                    attempt.run(),
                    attempt.attempt(),
                    attempt.adapter(),
                    attempt.nativeId(),
                    attempt.askedId(),
                    attempt.fallback(),
                    attempt.cliVersion(),
                    attempt.fingerprint(),
                    attempt.totals(),
                    resumable,
                    tainted,
                    cliStarted,
                    spoke,
                    attempt.promptSeen(),
                    attempt.outcome(),
                    attempt.exitReason(),
                    stateRemoved));
        }

        private AttemptOf all(
                RunState outcome,
                ExitReason reason,
                SessionFingerprint fingerprint,
                SessionTotals totals,
                boolean promptSeen) {
            return new AttemptOf(new PastAttempt(
                    attempt.run(),
                    attempt.attempt(),
                    attempt.adapter(),
                    attempt.nativeId(),
                    attempt.askedId(),
                    attempt.fallback(),
                    attempt.cliVersion(),
                    fingerprint,
                    totals,
                    attempt.resumable(),
                    attempt.tainted(),
                    attempt.cliStarted(),
                    attempt.spoke(),
                    promptSeen,
                    outcome,
                    reason,
                    attempt.stateRemoved()));
        }
    }
}

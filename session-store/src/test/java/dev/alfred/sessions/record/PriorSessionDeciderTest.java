package dev.alfred.sessions.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.sessions.record.model.PastAttempt;
import dev.alfred.sessions.record.model.PriorSession;
import dev.alfred.sessions.record.model.PriorSessionDecider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.alfred.sessions.record.APastAttempt.PRINT;
import static dev.alfred.sessions.record.APastAttempt.TOTALS;
import static dev.alfred.sessions.record.APastAttempt.run;
import static dev.alfred.sessions.record.AResumeWish.aWish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class PriorSessionDeciderTest {
    static Stream<Arguments> table() {
        return Stream.of(
                row("nothing recorded", aWish(), past(), ResumeFallback.NO_PRIOR_SESSION),
                row("no id became known", aWish(), past(run(1).withoutId()), ResumeFallback.NO_PRIOR_SESSION),
                row("a session", aWish(), past(run(1).made("a")), "a"),
                row(
                        "another adapter's only",
                        aWish(),
                        past(run(1).by(AdapterId.CODEX).made("c")),
                        ResumeFallback.ADAPTER_CHANGED),
                row(
                        "another adapter's in between",
                        aWish(),
                        past(run(1).made("a"), run(2).by(AdapterId.CODEX).made("c")),
                        "a"),
                row(
                        "a human wants a fresh one",
                        aWish().fresh(),
                        past(run(1).made("a")),
                        ResumeFallback.FRESH_REQUESTED),
                row("a human wants a fresh one, first run", aWish().fresh(), past(), ResumeFallback.FRESH_REQUESTED),
                row("the newest of two", aWish(), past(run(1).made("a"), run(2).made("b")), "b"),
                row(
                        "of a failed run",
                        aWish(),
                        past(run(1).made("a").ended(RunState.FAILED, ExitReason.AGENT_FAILED)),
                        "a"),
                row("of a lost run", aWish(), past(run(1).made("a").ended(RunState.LOST, ExitReason.RUNNER_LOST)), "a"),
                row(
                        "of a cancelled run",
                        aWish(),
                        past(run(1).made("a").ended(RunState.CANCELLED, ExitReason.CANCELLED)),
                        "a"),
                row("its state was removed", aWish(), past(run(1).made("a").removed()), ResumeFallback.STATE_MISSING),
                row("removed, then a new one", aWish(), past(run(1).made("a").removed(), run(2).made("b")), "b"),
                row(
                        "the newest was not saved",
                        aWish(),
                        past(run(1).made("a"), run(2).made("b").unsaved()),
                        ResumeFallback.STATE_MISSING),
                row("a run without a session after it", aWish(), past(run(1).made("a"), run(2).withoutId()), "a"),
                row(
                        "its history was lost, and no other session became known",
                        aWish(),
                        past(run(1).made("a"), run(2).asked("a").fellBack(ResumeFallback.HISTORY_LOST)),
                        ResumeFallback.STATE_MISSING),
                row(
                        "the CLI left it for another, and no fresh one became known",
                        aWish(),
                        past(run(1).made("a"), run(2).asked("a").fellBack(ResumeFallback.SESSION_CHANGED)),
                        ResumeFallback.STATE_MISSING),
                row(
                        "abandoned, and nothing since",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").fellBack(ResumeFallback.HISTORY_LOST),
                                run(3).withoutId().notStarted()),
                        ResumeFallback.STATE_MISSING),
                row(
                        "abandoned, then a new one",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").fellBack(ResumeFallback.HISTORY_LOST),
                                run(3).made("b")),
                        "b"),
                row(
                        "another adapter's was abandoned",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).by(AdapterId.CODEX).asked("c").fellBack(ResumeFallback.HISTORY_LOST)),
                        "a"),
                row(
                        "a human wanted a fresh one, of which nothing became known",
                        aWish(),
                        past(run(1).made("a"), run(2).fellBack(ResumeFallback.FRESH_REQUESTED)),
                        ResumeFallback.FRESH_REQUESTED),
                row(
                        "refused, and no fresh one became known",
                        aWish(),
                        past(run(1).made("a"), run(2).asked("a").fellBack(ResumeFallback.RESUME_REFUSED)),
                        "a"),
                row(
                        "one wordless resume",
                        aWish(),
                        past(run(1).made("a"), run(2).resumed("a").wordless()),
                        "a"),
                row(
                        "two wordless resumes",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "two wordless resumes that told no id",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").wordless(),
                                run(3).asked("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "two wordless attempts of one run",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(2).attempt(2).resumed("a").wordless()),
                        "a"),
                row(
                        "wordless, spoke, wordless",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a"),
                                run(4).resumed("a").wordless()),
                        "a"),
                row(
                        "two wordless by model errors",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_ERROR),
                                run(3).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_AUTHENTICATION)),
                        "a"),
                row(
                        "two wordless by cancels",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless().ended(RunState.CANCELLED, ExitReason.CANCELLED),
                                run(3).resumed("a").wordless().ended(RunState.CANCELLED, null)),
                        "a"),
                row(
                        "two that never started",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").wordless().notStarted(),
                                run(3).asked("a").wordless().notStarted()),
                        "a"),
                row(
                        "wordless, model error, wordless",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless().ended(RunState.FAILED, ExitReason.MODEL_ERROR),
                                run(4).resumed("a").wordless()),
                        ResumeFallback.SESSION_QUARANTINED),
                row(
                        "fresh after quarantine",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).resumed("a").wordless(),
                                run(3).resumed("a").wordless(),
                                run(4).made("b")),
                        "b"),
                row(
                        "two that fell back",
                        aWish(),
                        past(
                                run(1).made("a"),
                                run(2).asked("a").fellBack("b").wordless(),
                                run(3).asked("a").fellBack("a").wordless()),
                        "a"),
                row(
                        "tainted, writing phase",
                        aWish().tainted(),
                        past(run(1).made("a").tainted()),
                        ResumeFallback.SESSION_TAINTED),
                row(
                        "tainted, reading phase",
                        aWish().tainted().phase(Phase.ANSWER),
                        past(run(1).made("a").tainted()),
                        "a"),
                row("tainted, then approved", aWish(), past(run(1).made("a").tainted()), "a"),
                row("new text that has not entered yet", aWish().tainted(), past(run(1).made("a")), "a"),
                row(
                        "written by a newer CLI",
                        aWish().version("2.1.9"),
                        past(run(1).made("a").version("2.1.10")),
                        ResumeFallback.VERSION_OLDER),
                row(
                        "written by an older CLI",
                        aWish().version("2.2.0"),
                        past(run(1).made("a").version("2.1.10")),
                        "a"),
                row(
                        "written by the same CLI",
                        aWish().version("2.1.10"),
                        past(run(1).made("a").version("2.1.10")),
                        "a"),
                row(
                        "last written by an older CLI",
                        aWish().version("2.0.0"),
                        past(
                                run(1).made("a").version("3.0.0"),
                                run(2).resumed("a").version("2.0.0")),
                        "a"),
                row(
                        "written by an unknown CLI",
                        aWish().version("2.1.9"),
                        past(run(1).made("a").version(null)),
                        "a"),
                row(
                        "written by a strange CLI",
                        aWish().version("2.1.9"),
                        past(run(1).made("a").version("nightly")),
                        "a"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("table")
    void decidesByThePast(String row, AResumeWish wish, List<PastAttempt> past, Object expected) {
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

        assertThat(PriorSessionDecider.decide(aWish().wish(), past))
                .isEqualTo(new PriorSession.Resume("a", PRINT, TOTALS, new UUID(0, 3), false));
    }

    @Test
    void passesOnThatUnvouchedTextIsInside() {
        PriorSession decided = PriorSessionDecider.decide(
                aWish().tainted().phase(Phase.ANALYSIS).wish(),
                past(run(1).made("a").tainted()));

        assertThat(decided)
                .isInstanceOfSatisfying(
                        PriorSession.Resume.class,
                        resume -> assertThat(resume.tainted()).isTrue());
    }

    private static Arguments row(String name, AResumeWish wish, List<PastAttempt> past, Object expected) {
        return arguments(name, wish, past, expected);
    }

    private static List<PastAttempt> past(APastAttempt... oldestFirst) {
        List<PastAttempt> newestFirst = new ArrayList<>(
                Arrays.stream(oldestFirst).map(APastAttempt::attempt).toList());
        Collections.reverse(newestFirst);
        return newestFirst;
    }
}

package dev.alfred.orchestrator.session.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.session.model.SessionEligibility.Facts;
import dev.alfred.orchestrator.session.model.SessionEligibility.Off;
import dev.alfred.orchestrator.session.model.SessionEligibility.Overlap;
import dev.alfred.orchestrator.session.model.SessionEligibility.Use;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SessionEligibilityTest {
    private static final SessionStatePath STATE = new SessionStatePath("/home/agent/.claude/projects");
    private static final String CLEAR = "/home/agent/.config/gcloud";
    private static final String OVERLAP = "/home/agent/.claude";

    /** The whole product of the facts, each with the reason that the specification's order gives. */
    static Stream<Arguments> table() {
        Stream.Builder<Arguments> rows = Stream.builder();
        for (MailboxKind mailbox : MailboxKind.values()) {
            for (RunnerKind runner : RunnerKind.values()) {
                for (AdapterId adapter : AdapterId.values()) {
                    for (boolean setting : List.of(true, false)) {
                        for (Optional<SessionStatePath> path :
                                List.of(Optional.of(STATE), Optional.<SessionStatePath>empty())) {
                            for (boolean version : List.of(true, false)) {
                                for (String mount : List.of(CLEAR, OVERLAP)) {
                                    Facts facts =
                                            new Facts(mailbox, runner, adapter, setting, path, version, List.of(mount));
                                    rows.add(Arguments.of(facts, expected(facts)));
                                }
                            }
                        }
                    }
                }
            }
        }
        return rows.build();
    }

    private static Optional<SessionOff> expected(Facts facts) {
        Set<SessionOff> obstacles = EnumSet.noneOf(SessionOff.class);
        if (!facts.setting()) {
            obstacles.add(SessionOff.SETTING_OFF);
        }
        if (facts.mailbox() == MailboxKind.MR) {
            obstacles.add(SessionOff.MR_MAILBOX);
        }
        if (facts.adapter() == AdapterId.ANTHROPIC_API || facts.adapter() == AdapterId.OPENAI_API) {
            obstacles.add(SessionOff.API_MODE);
        }
        if (facts.runner() == RunnerKind.HOST) {
            obstacles.add(SessionOff.HOST_RUNNER);
        }
        if (facts.statePath().isEmpty()) {
            obstacles.add(SessionOff.ADAPTER_WITHOUT_RESUME);
        }
        if (!facts.versionResumes()) {
            obstacles.add(SessionOff.VERSION_WITHOUT_RESUME);
        }
        if (facts.credentialMounts().contains(OVERLAP)) {
            obstacles.add(SessionOff.CREDENTIAL_MOUNT_OVERLAP);
        }
        return obstacles.stream().findFirst();
    }

    @ParameterizedTest
    @MethodSource("table")
    void aSessionIsUsedOnlyWhereNothingStandsInItsWay(Facts facts, Optional<SessionOff> obstacle) {
        SessionEligibility decided = SessionEligibility.decide(facts);
        if (obstacle.isEmpty()) {
            assertThat(decided).isEqualTo(new Use(STATE));
        } else {
            assertThat(decided)
                    .isInstanceOfSatisfying(
                            Off.class, off -> assertThat(off.reason()).isEqualTo(obstacle.get()));
        }
    }

    @Test
    void theTableShowsEachReasonAndUse() {
        Set<SessionOff> seen = EnumSet.noneOf(SessionOff.class);
        long used = table().map(row -> SessionEligibility.decide((Facts) row.get()[0]))
                .peek(decided -> {
                    if (decided instanceof Off off) {
                        seen.add(off.reason());
                    }
                })
                .filter(Use.class::isInstance)
                .count();

        assertThat(seen).containsExactlyInAnyOrder(SessionOff.values());
        assertThat(used).isEqualTo(5 * 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/home/agent/.claude/projects",
                "/home/agent/.claude/projects/",
                "/home/agent/.claude",
                "/home/agent",
                "/",
                "/home/agent/.claude/projects/deeper/key.json",
                "/home/agent/.config/../.claude"
            })
    void aMountAtAboveOrBelowTheStateOverlaps(String mount) {
        assertThat(SessionEligibility.decide(withMounts(CLEAR, mount)))
                .isEqualTo(new Off(SessionOff.CREDENTIAL_MOUNT_OVERLAP, Optional.of(new Overlap(mount, STATE))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/agent/.claude/projects-of-others", "/home/agent/.claude.json", "/etc/keys"})
    void aMountBesideTheStateDoesNot(String mount) {
        assertThat(SessionEligibility.decide(withMounts(mount))).isEqualTo(new Use(STATE));
    }

    private static Facts withMounts(String... mounts) {
        return new Facts(
                MailboxKind.ISSUE,
                RunnerKind.SANDBOX,
                AdapterId.CLAUDE_CODE,
                true,
                Optional.of(STATE),
                true,
                List.of(mounts));
    }
}

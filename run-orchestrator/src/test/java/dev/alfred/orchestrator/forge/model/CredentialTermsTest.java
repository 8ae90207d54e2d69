package dev.alfred.orchestrator.forge.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import dev.alfred.contracts.vocabulary.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** When whose credential is renewed. */
class CredentialTermsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final CredentialTerms TERMS = CredentialTerms.of(lasting(60), lasting(60), NOON);

    static Stream<Arguments> needs() {
        return Stream.of(
                arguments(null, true, List.of(Stage.PREPARE, Stage.PUBLISH)),
                arguments(Stage.PREPARE, true, List.of(Stage.PREPARE, Stage.PUBLISH)),
                arguments(Stage.RUN, true, List.of(Stage.PUBLISH)),
                arguments(Stage.PUBLISH, true, List.of(Stage.PUBLISH)),
                arguments(null, false, List.of(Stage.PREPARE)),
                arguments(Stage.PREPARE, false, List.of(Stage.PREPARE)),
                arguments(Stage.RUN, false, List.of()),
                arguments(Stage.PUBLISH, false, List.of()));
    }

    @ParameterizedTest(name = "in {0}, writing: {1}")
    @MethodSource("needs")
    void onlyWhoWillStillSpeakToTheForgeNeedsOne(Stage present, boolean writes, List<Stage> due) {
        assertThat(TERMS.due(present, writes, NOON.plus(Duration.ofMinutes(40))))
                .isEqualTo(due);
        assertThat(TERMS.due(present, writes, NOON.plus(Duration.ofMinutes(39))))
                .isEmpty();
    }

    @Test
    void whatDoesNotEndIsNeverRenewed() {
        CredentialTerms endless = CredentialTerms.of(new GitCredential("alfred", "token", null), null, NOON);

        assertThat(endless.endless()).isTrue();
        assertThat(endless.due(null, true, NOON.plus(Duration.ofDays(1000)))).isEmpty();
    }

    /** A token that is handed out shortly before its end is asked for again soon, and not at each look. */
    @Test
    void oneThatHasLittleLifeLeftIsDueAfterAWhile() {
        CredentialTerm term =
                CredentialTerm.of(new GitCredential("alfred", "token", NOON.plus(Duration.ofSeconds(9))), NOON);

        assertThat(term.dueAt()).isEqualTo(NOON.plus(Duration.ofSeconds(15)));
    }

    @Test
    void failuresAreFollowedByPausesThatDoubleUpToAMinute() {
        Instant now = NOON.plus(Duration.ofMinutes(40));
        CredentialTerms failing = TERMS;
        StringBuilder pauses = new StringBuilder();
        for (int i = 0; i < 70; i++) {
            failing = failing.failed(Stage.PUBLISH, now, "mailbox_service_unreachable", null);
            if (i < 6) {
                pauses.append(Duration.between(now, failing.publish().dueAt()).toSeconds())
                        .append(' ');
            }
        }

        assertThat(pauses).hasToString("5 10 20 40 60 60 ");
        assertThat(failing.publish().dueAt()).isEqualTo(now.plus(Duration.ofMinutes(1)));
        assertThat(failing.trouble(Stage.RUN, true))
                .hasValueSatisfying(term -> assertThat(term.reason()).isEqualTo("mailbox_service_unreachable"));
        assertThat(failing.trouble(Stage.RUN, false)).isEmpty();
        assertThat(failing.renewed(Stage.PUBLISH, lasting(120), now).trouble(Stage.RUN, true))
                .isEmpty();
    }

    /** A second launch of one attempt finds the first one's pod and Secrets, and writes nothing into them. */
    @Test
    void afterASecondLaunchTheEarlierEndCounts() {
        CredentialTerms second = CredentialTerms.of(lasting(90), null, NOON.plus(Duration.ofMinutes(30)));

        CredentialTerms kept = second.orEarlier(TERMS);

        assertThat(kept.prepare().expiresAt()).isEqualTo(TERMS.prepare().expiresAt());
        assertThat(kept.publish().expiresAt()).isEqualTo(TERMS.publish().expiresAt());
    }

    @Test
    void onlyPublishMayWrite() {
        assertThat(CredentialTerms.access(Stage.PREPARE)).isEqualTo(CredentialAccess.READ);
        assertThat(CredentialTerms.access(Stage.PUBLISH)).isEqualTo(CredentialAccess.WRITE);
    }

    private static GitCredential lasting(int minutes) {
        return new GitCredential("alfred", "token", NOON.plus(Duration.ofMinutes(minutes)));
    }
}

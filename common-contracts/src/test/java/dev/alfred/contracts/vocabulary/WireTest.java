package dev.alfred.contracts.vocabulary;

import java.util.Arrays;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionOff;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class WireTest {
    @Test
    void spellsAdaptersWithHyphensAndTheRestInSnakeCase() throws Exception {
        assertThat(ContractJson.mapper().writeValueAsString(AdapterId.CLAUDE_CODE))
                .isEqualTo("\"claude-code\"");
        assertThat(ContractJson.mapper().writeValueAsString(RunState.TIMED_OUT)).isEqualTo("\"timed_out\"");
        assertThat(ContractJson.mapper().readValue("\"claude-code\"", AdapterId.class))
                .isEqualTo(AdapterId.CLAUDE_CODE);
    }

    @Test
    void knowsEveryFallbackByTheNameThatDashboardsUse() {
        assertThat(wires(ResumeFallback.values()))
                .containsExactly(
                        "no_prior_session",
                        "adapter_changed",
                        "state_missing",
                        "state_corrupt",
                        "state_rejected",
                        "resume_refused",
                        "version_older",
                        "session_changed",
                        "history_lost",
                        "session_quarantined",
                        "session_tainted",
                        "fresh_requested");
        assertThat(wires(SessionOff.values()))
                .containsExactly(
                        "setting_off",
                        "mr_mailbox",
                        "api_mode",
                        "host_runner",
                        "adapter_without_resume",
                        "version_without_resume",
                        "credential_mount_overlap");
    }

    @Test
    void saysWhichSpellingsThereAreWhenItMeetsAnother() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(Phase.class, "coding"))
                .withMessageContaining("coding")
                .withMessageContaining("ci_fix");
    }

    @Test
    void servesUrgentPhasesFirst() {
        assertThat(List.of(Phase.values()).stream().sorted(Phase.BY_URGENCY))
                .startsWith(Phase.CONFLICT_RESOLUTION, Phase.CI_FIX, Phase.REVIEW_FIX, Phase.DEVELOPMENT, Phase.ANSWER);
    }

    private static List<String> wires(Wire[] constants) {
        return Arrays.stream(constants).map(Wire::wire).toList();
    }
}

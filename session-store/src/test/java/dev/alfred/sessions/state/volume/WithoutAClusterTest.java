package dev.alfred.sessions.state.volume;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.Cleared;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.StateKey;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("kubernetes")
class WithoutAClusterTest {
    private final SessionVolumes volumes = new SessionVolumes(
            new ClaimApi(defaults(), () -> {
                throw new AssertionError("a client was asked for");
            }),
            null,
            null,
            null,
            null);

    @Test
    void noClientIsMadeAndAPodsRunIsToldWhatToSet() {
        assertThat(volumes.clear()).isEqualTo(new Cleared.All());
        assertThatCode(volumes::lookAgain).doesNotThrowAnyException();
        assertThatThrownBy(() -> volumes.prepare(new StateKey(MailboxKey.issue("acme-rocket", 7), AdapterId.CODEX)))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining("alfred.sessions.kubernetes.enabled");
    }

    private static SessionsConfig.Kubernetes defaults() {
        return new SmallRyeConfigBuilder()
                .withMapping(SessionsConfig.class)
                .withDefaultValue("alfred.sessions.service-password", "unused")
                .build()
                .getConfigMapping(SessionsConfig.class)
                .kubernetes();
    }
}

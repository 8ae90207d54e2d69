package dev.alfred.orchestrator.installation;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.AgentsConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class AgentProfilesTest {
    @ParameterizedTest
    @CsvSource({
        "claude-code, /home/agent/.claude/projects, 2.1.266, 2.1.328, 2.1.265, 3.0.0",
        "codex, /home/agent/.codex/sessions, 0.117.0, 0.169.0, 0.107.0, 1.0.0",
        "opencode, /home/agent/.local/share/opencode-sessions, 1.18.0, 1.18.33, 1.17.0, 2.0.0",
        "copilot, /home/agent/.copilot/session-state, 1.0.102, 1.0.103, 1.0.101, 2.0.0",
        "grok-build, /home/agent/.grok/sessions, 1.0.41, 1.0.42, 1.0.40, 2.0.0"
    })
    void allFiveAgentsResumeFromTheirOldestVerifiedVersionToTheNextMajorOne(
            String agent, String path, String oldest, String newer, String older, String nextMajor) throws IOException {
        AgentProfiles.Profile profile = profiles(shipped()).get(Wire.of(AdapterId.class, agent));

        assertThat(profile.statePath()).contains(new SessionStatePath(path));
        assertThat(profile.resume().hold(oldest)).isTrue();
        assertThat(profile.resume().hold(newer)).isTrue();
        assertThat(profile.resume().hold(older)).isFalse();
        assertThat(profile.resume().hold(nextMajor)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-code, 2.1.76, true",
        "claude-code, 2.1.74, false",
        "codex, 0.169.0, false",
        "opencode, 1.18.33, true",
        "copilot, 1.0.102, true",
        "grok-build, 1.0.41, false"
    })
    void onlySomeTakeANameForASession(String agent, String version, boolean takes) throws IOException {
        AgentProfiles.Profile profile = profiles(shipped()).get(Wire.of(AdapterId.class, agent));

        assertThat(profile.name().hold(version)).isEqualTo(takes);
    }

    @Test
    void everythingThatCanNotBeReadIsToldInOneSentence() {
        Map<String, String> properties = Map.of(
                "alfred.agents.codex.resume-versions", "=>0.117",
                "alfred.agents.codex.session-state-path", "/root/.codex/sessions",
                "alfred.agents.cursor.model", "some-model");

        assertThatIllegalStateException()
                .isThrownBy(() -> profiles(properties))
                .withMessageContaining("alfred.agents.codex.resume-versions: '=>0.117' is no range of versions")
                .withMessageContaining("alfred.agents.codex.session-state-path: a session state path lies inside")
                .withMessageContaining("alfred.agents.cursor: there is no agent of that name");
    }

    private static Map<AdapterId, AgentProfiles.Profile> profiles(Map<String, String> properties) {
        return AgentProfiles.read(new SmallRyeConfigBuilder()
                .withMapping(AgentsConfig.class)
                .withSources(new PropertiesConfigSource(properties, "the test's", 100))
                .build()
                .getConfigMapping(AgentsConfig.class));
    }

    private static Map<String, String> shipped() throws IOException {
        Properties properties = new Properties();
        try (InputStream file = AgentsConfig.class.getResourceAsStream("/application.properties")) {
            properties.load(file);
        }
        Map<String, String> agents = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("alfred.agents."))
                .forEach(name -> agents.put(name, properties.getProperty(name)));
        return agents;
    }
}

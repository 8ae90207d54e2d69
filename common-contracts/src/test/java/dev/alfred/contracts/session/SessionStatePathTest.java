package dev.alfred.contracts.session;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SessionStatePathTest {
    @Test
    void liesInsideTheAgentsHome() {
        assertThat(new SessionStatePath("/home/agent/.claude/projects").value())
                .isEqualTo("/home/agent/.claude/projects");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/home/agent",
                "/home/agent/",
                "/home/agent/../root",
                "/home/agent/a/../b",
                "/home/agent/./a",
                "/home/agent/a/",
                "/home/agents/a",
                "/tmp/a",
                ".claude/projects",
                "/home/agent//a"
            })
    void refusesEveryOtherPlace(String path) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionStatePath(path));
    }

    @ParameterizedTest
    @CsvSource({
        "/home/agent/.claude/projects, true",
        "/home/agent/.claude, true",
        "/home/agent/.claude/projects/secrets, true",
        "/home/agent/.claude/../.claude/projects, true",
        "/, true",
        "/home/agent/.claude/projects2, false",
        "/home/agent/.config, false",
        "/etc/keys, false"
    })
    void overlapsAMountAtAboveOrBelowIt(String mount, boolean overlaps) {
        assertThat(new SessionStatePath("/home/agent/.claude/projects").overlaps(mount))
                .isEqualTo(overlaps);
    }
}

package dev.alfred.runner.workspace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SteeringFilesTest {
    @ParameterizedTest
    @ValueSource(strings = {"opencode.json", "opencode.jsonc", "module/OpenCode.jsonc", "module/.opencode/plugin/a.ts"})
    void knowsWhatSteersOpenCode(String path) {
        assertThat(SteeringFiles.steers(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencode.json.md", "src/opencode.java", "opencode/plugin.ts"})
    void leavesTheRestOfARepositoryAlone(String path) {
        assertThat(SteeringFiles.steers(path)).isFalse();
    }
}

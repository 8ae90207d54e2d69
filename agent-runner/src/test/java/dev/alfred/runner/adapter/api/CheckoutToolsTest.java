package dev.alfred.runner.adapter.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CheckoutToolsTest {
    @TempDir
    private Path directory;

    private Path repository;
    private CheckoutTools tools;

    @BeforeEach
    void aCheckoutBesideASecret() throws IOException {
        repository = Files.createDirectory(directory.resolve("repo"));
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Git git = new Git(scratch, "none", Map.of(), new Cancellation(), Duration.ofMinutes(1));
        git.run(repository, "init", "-q", "-b", "main", ".").required();
        Files.writeString(directory.resolve("secret"), "top secret\n");
        Files.createDirectory(repository.resolve("src"));
        Files.writeString(repository.resolve("src/greet.sh"), "#!/bin/sh\necho \"Hello\"\n");
        Files.writeString(repository.resolve("README"), "Greets.\n");
        tools = new CheckoutTools(repository, git);
    }

    @Test
    void readsListsAndSearches() {
        assertThat(call("read_file", "{\"path\":\"src/greet.sh\"}")).contains("echo \"Hello\"");
        assertThat(call("list_directory", "{\"path\":\".\"}")).isEqualTo("README\nsrc/");
        assertThat(call("search", "{\"pattern\":\"Hel*o\"}")).isEqualTo("src/greet.sh:2:echo \"Hello\"");
        assertThat(call("search", "{\"pattern\":\"Hello\",\"path\":\"README\"}"))
                .isEqualTo("nothing matches");
    }

    @Test
    void readsALargeFileInParts() throws IOException {
        Files.writeString(repository.resolve("large"), "a".repeat(65_536) + "b".repeat(10));

        assertThat(call("read_file", "{\"path\":\"large\"}"))
                .endsWith("[65536 of 65546 bytes; go on with offset 65536]");
        assertThat(call("read_file", "{\"path\":\"large\",\"offset\":65536}")).isEqualTo("b".repeat(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret",
                "/etc/passwd",
                "src/../../secret",
                "link",
                "linked/secret",
                ".git/config",
                "./.git/config"
            })
    void leadsNowhereOutOfTheCheckout(String path) throws IOException {
        Files.createSymbolicLink(repository.resolve("link"), directory.resolve("secret"));
        Files.createSymbolicLink(repository.resolve("linked"), directory);

        String arguments = "{\"path\":\"%s\",\"pattern\":\"secret\"}".formatted(path);

        assertThat(call("read_file", arguments)).startsWith("error: ").doesNotContain("top");
        assertThat(call("list_directory", arguments)).startsWith("error: ");
        assertThat(call("search", arguments)).startsWith("error: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"path\":7}", "{\"path\":\"\\u0000\"}", "{\"path\":\"nowhere\"}"})
    void tellsTheModelWhatCannotBeDone(String arguments) {
        assertThat(call("read_file", arguments)).startsWith("error: ");
        assertThat(call("write_file", arguments)).startsWith("error: ");
    }

    @Test
    void takesAPatternThatLooksLikeAnOptionForAPattern() {
        assertThat(call("search", "{\"pattern\":\"--open-files-in-pager=id\"}")).isEqualTo("nothing matches");
    }

    private String call(String name, String arguments) {
        return tools.execute(ToolExecutionRequest.builder()
                .id("1")
                .name(name)
                .arguments(arguments)
                .build());
    }
}

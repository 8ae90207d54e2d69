package dev.alfred.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A CLI below the range of versions that are verified to resume does its work without any session. */
class OlderAgentsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> BELOW = List.of("claude-code-2.1.207", "codex-0.107.0");

    private static RunningAlfred alfred;

    @BeforeAll
    static void aSystemWithThem() throws IOException {
        String installed = System.getenv("ALFRED_OLDER_AGENTS_DIR");
        boolean there = installed != null
                && BELOW.stream().allMatch(name -> Files.isDirectory(Path.of(installed, name, "node_modules")));
        if (!there) {
            System.out.println("SKIPPED: " + BELOW + " are not installed (ALFRED_OLDER_AGENTS_DIR)");
        }
        assumeTrue(there, BELOW + " are not installed");
        Path together = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "older-agents-");
        // The worker has to read it too.
        Files.setPosixFilePermissions(together, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : BELOW) {
            copy(Path.of(installed, name, "node_modules"), together.resolve("node_modules"));
        }
        alfred = RunningAlfred.with(together);
    }

    @AfterAll
    static void endIt() {
        if (alfred != null) {
            alfred.system().close();
        }
    }

    @ParameterizedTest
    @CsvSource({"claude-code,2.1.207", "codex,0.107.0"})
    void worksWithoutASessionAndSaysWhy(String adapter, String version) {
        alfred.operator().orchestrator().post("/agents/detect", Map.of());
        RunningAlfred.Project project = alfred.newProject("older-" + adapter);
        alfred.operator().set("it", project.name(), "AGENT_ADAPTER", adapter);
        long issue = alfred.dev().openIssue(project.repository(), "Greet by name", "Greet the name that is given.");

        alfred.dev().label(project.repository(), issue, "alfred");
        JsonNode run = alfred.operator().awaitEndOfRun(project.mailbox(issue), 1, LIMIT);

        assertThat(run.get("state").asText()).as(run.toString()).isEqualTo("succeeded");
        assertThat(run.get("cliVersion").asText()).isEqualTo(version);
        assertThat(run.at("/session/mode").asText()).isEqualTo("off");
        assertThat(run.at("/session/reason").asText()).isEqualTo("version_without_resume");
        assertThat(run.at("/session/nativeId").isNull()).isTrue();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.walk(from)) {
            entries.forEach(entry -> {
                Path target = to.resolve(from.relativize(entry));
                try {
                    if (Files.isSymbolicLink(entry)) {
                        Files.createSymbolicLink(target, Files.readSymbolicLink(entry));
                    } else if (Files.isDirectory(entry)) {
                        Files.createDirectories(target);
                    } else if (Files.notExists(target)) {
                        Files.copy(entry, target, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}

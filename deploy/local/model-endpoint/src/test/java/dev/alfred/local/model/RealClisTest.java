package dev.alfred.local.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import dev.alfred.local.model.record.RecordedRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The real CLIs understand what the scripted model says, and it understands them. */
@Tag("adapters")
class RealClisTest extends AModel {

    private static final int PATIENCE_SECONDS = 180;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void runsAToolAndBringsItsHistoryAlongWhenItResumes(RealCli cli) throws Exception {
        Path program = installed(cli);
        String chosen = UUID.randomUUID().toString();

        String first = run(cli, program, false, chosen, "MARK-first [[tool:printf 'MARK-%s' ran]]");
        String second = run(cli, program, true, cli.sessionIn(first), "MARK-second [[usage:1000,200,30]]");

        assertThat(first).contains("seen MARK-first,MARK-ran");
        assertThat(second).contains("seen MARK-first,MARK-ran,MARK-second");
        assertThat(model.requests().stream()
                        .filter(request -> !request.sideCall())
                        .map(RecordedRequest::marks))
                .containsExactly(
                        List.of("MARK-first"),
                        List.of("MARK-first", "MARK-ran"),
                        List.of("MARK-first", "MARK-ran", "MARK-second"));
    }

    private static Path installed(RealCli cli) {
        String agents = System.getProperty("alfred.test.agents", System.getenv("ALFRED_AGENTS_DIR"));
        boolean there = agents != null && Files.exists(cli.in(Path.of(agents)));
        if (!there) {
            System.out.println("SKIPPED: " + cli + " is not installed (-Dalfred.test.agents=DIRECTORY)");
        }
        assumeTrue(there, cli + " is not installed");
        return cli.in(Path.of(agents));
    }

    private String run(RealCli cli, Path program, boolean resume, String session, String prompt) throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path workspace = Files.createDirectories(directory.resolve("workspace"));
        if (!cli.configFile().isEmpty()) {
            Path config = home.resolve(cli.configFile());
            Files.createDirectories(config.getParent());
            Files.writeString(config, cli.config(model.url()));
        }
        Path asked = Files.writeString(directory.resolve("prompt"), prompt);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(cli.arguments(resume, session, asked));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workspace.toFile())
                .redirectInput(asked.toFile())
                .redirectOutput(directory.resolve("output").toFile())
                .redirectError(directory.resolve("errors").toFile());
        environment(builder.environment(), cli, home);
        return outputOf(builder.start());
    }

    /** Nothing but loopback can be reached: the proxy is a port where nobody listens. */
    private void environment(Map<String, String> environment, RealCli cli, Path home) throws IOException {
        String path = environment.get("PATH");
        environment.clear();
        environment.putAll(Map.of(
                "PATH", path,
                "HOME", home.toString(),
                "LANG", "C.UTF-8",
                "TERM", "dumb",
                "TMPDIR", Files.createDirectories(directory.resolve("tmp")).toString(),
                "HTTP_PROXY", "http://127.0.0.1:9",
                "HTTPS_PROXY", "http://127.0.0.1:9",
                "NO_PROXY", "127.0.0.1,localhost"));
        environment.putAll(cli.environment(model.url()));
    }

    private String outputOf(Process process) throws Exception {
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String output = Files.readString(directory.resolve("output"));
            String all = output + Files.readString(directory.resolve("errors"));
            assertThat(ended).as("still running after saying: " + all).isTrue();
            assertThat(process.exitValue()).as(all).isZero();
            return output;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}

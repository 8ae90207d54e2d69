package dev.alfred.local.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** The script {@code ./alfred} in a checkout that was never built, with a Maven that only notes that it was called. */
class AlfredScriptTest {
    private static final String MAVEN = """
            #!/bin/sh
            echo called >> "$MAVEN_CALLS"
            mkdir -p deploy/local/launcher/target/lib deploy/local/launcher/target/classes/dev/alfred/local/launcher
            touch deploy/local/launcher/target/classes/dev/alfred/local/launcher/AlfredCommand.class
            """;

    @TempDir
    Path directory;

    private Path checkout;
    private Path calls;

    private record Answer(int status, String output) {}

    @BeforeEach
    void aCheckout() throws IOException {
        checkout = Files.createDirectory(directory.resolve("checkout"));
        calls = directory.resolve("maven-calls");
        Files.copy(Path.of("../../../alfred"), checkout.resolve("alfred"), StandardCopyOption.COPY_ATTRIBUTES);
        Path maven = Files.createDirectory(directory.resolve("bin")).resolve("mvn");
        Files.writeString(maven, MAVEN);
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void tellsWithoutABuildThatNothingRuns() throws Exception {
        assertThat(alfred("status")).isEqualTo(new Answer(3, "Nothing runs here: './alfred up --detach' starts it."));
        assertThat(alfred("down")).isEqualTo(new Answer(0, "Nothing runs here."));

        assertThat(calls).doesNotExist();
        assertThat(directory.resolve("home")).doesNotExist();
    }

    @Test
    void tellsWithoutABuildThatASystemOfThePastRunsNoMore() throws Exception {
        note(ended().pid());

        assertThat(alfred("status").status()).isEqualTo(3);
        assertThat(alfred("down")).isEqualTo(new Answer(0, "Nothing runs here."));
        assertThat(calls).doesNotExist();
    }

    @Test
    void asksTheLauncherWhereAnotherCheckoutsSystemMayRun() throws Exception {
        note(ProcessHandle.current().pid());

        alfred("status");

        assertThat(calls).hasContent("called");
    }

    @Test
    void aNewHomeNeedsNoNewBuild() throws Exception {
        assertThat(alfred("build").status()).isZero();

        assertThat(alfred("build", "ALFRED_HOME=" + directory.resolve("second")).status())
                .isZero();

        assertThat(calls).hasContent("called");
    }

    @ParameterizedTest
    @ValueSource(strings = {"up --agents agents", "demo --agents=agents"})
    void installsNoAgentsWhereSomebodyNamesThem(String line) throws Exception {
        noNpm();
        alfred(line);

        assertThat(calls).hasContent("called");
    }

    @Test
    void installsTheAgentThatPlaysWhereNobodyNamesOne() throws Exception {
        noNpm();
        Files.createDirectories(checkout.resolve("deploy/agents"));
        Files.writeString(checkout.resolve("deploy/agents/pinned"), "claude-code a-package@1.2.3\n");

        assertThat(alfred("up", "ALFRED_CACHE=" + directory.resolve("cache")).output())
                .contains("The scripted agent plays in place of Claude Code.");

        assertThat(calls).hasContent("npm\ncalled");
    }

    /** An npm that only notes that it was called, and fails. */
    private void noNpm() throws IOException {
        Path npm = directory.resolve("bin/npm");
        Files.writeString(npm, "#!/bin/sh\necho npm >> \"$MAVEN_CALLS\"\nexit 1\n");
        Files.setPosixFilePermissions(npm, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "build --x",
                "build x",
                "up --x",
                "up x",
                "up --exit",
                "up --kafka",
                "up --port-offsets=1",
                "demo --x",
                "demo --detach",
                "down --x",
                "down x",
                "status --x",
                "status x",
                "test --x",
                "test --only",
                "bench",
                "bench x",
                "bench sweep x",
                "image",
                "image --x",
                "image a b",
                "help --x",
                "x"
            })
    void refusesWhatACommandDoesNotKnowBeforeItDoesAnything(String line) throws Exception {
        Answer answer = alfred(line);

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.output().lines().toList().getLast()).startsWith("alfred: ");
        assertThat(calls).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"up", "demo", "build", "test"})
    void saysInOneSentenceThatTheHomeCannotBeWritten(String command) throws Exception {
        Answer answer = alfred(command, "ALFRED_HOME=/proc/nowhere");

        assertThat(answer)
                .isEqualTo(new Answer(
                        1,
                        "alfred: cannot write to /proc/nowhere: set ALFRED_HOME to a directory that you may write."));
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        String help = alfred("help").output();

        assertThat(options())
                .hasSizeGreaterThan(5)
                .allSatisfy(option -> assertThat(help).contains(option));
    }

    private static List<String> options() {
        CommandLine line = AlfredCommand.line();
        return line.getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(OptionSpec::longestName)
                .filter(option -> !Stream.of("--help", "--version").toList().contains(option))
                .distinct()
                .toList();
    }

    private Answer alfred(String line, String... environment) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "alfred"));
        command.addAll(List.of(line.split(" ")));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().remove("ALFRED_AGENTS_DIR");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_CALLS", calls.toString());
        builder.environment().put("ALFRED_HOME", directory.resolve("home").toString());
        for (String variable : environment) {
            builder.environment().put(variable.split("=")[0], variable.split("=")[1]);
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), output.strip());
    }

    private void note(long pid) throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(home.resolve("running.json"), "{\"pid\":" + pid + ",\"started\":1}");
    }

    private static Process ended() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process;
    }
}

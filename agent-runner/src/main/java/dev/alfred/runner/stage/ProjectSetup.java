package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ChildCommand;
import dev.alfred.runner.process.ChildEnd;
import dev.alfred.runner.process.ChildLimits;
import dev.alfred.runner.process.ChildProcess;
import dev.alfred.runner.process.StopCause;

/** The project's own {@code .alfred/setup.sh}, from the base branch, run in the workspace without any credential. */
final class ProjectSetup {
    private final Layout layout;
    private final Map<String, String> proxy;
    private final StageOutput output;
    private final Cancellation cancellation;

    ProjectSetup(Layout layout, Map<String, String> proxy, StageOutput output, Cancellation cancellation) {
        this.layout = layout;
        this.proxy = proxy;
        this.output = output;
        this.cancellation = cancellation;
    }

    /** Runs the script, if there is one, and tells what went wrong, if anything did. */
    Optional<String> run(Duration timeout) throws IOException {
        Path script = layout.setupScript();
        if (!Files.isRegularFile(script)) {
            return Optional.empty();
        }
        output.info("running the project's setup");
        ChildCommand command =
                new ChildCommand(argv(script), layout.repository(), environment(), ChildCommand.NO_INPUT);
        ChildEnd end = ChildProcess.run(
                command,
                ChildLimits.timeout(timeout),
                cancellation,
                (line, child) -> output.info("setup: " + new String(line, StandardCharsets.UTF_8)));
        if (end.stopped().equals(Optional.of(StopCause.TIMEOUT))
                || end.stopped().equals(Optional.of(StopCause.SILENCE))) {
            return Optional.of("the project's setup took longer than " + timeout);
        }
        if (end.exitCode() == 0) {
            return Optional.empty();
        }
        String words = end.stderr().lines().reduce((first, second) -> second).orElse("");
        return Optional.of("the project's setup ended with status %d: %s".formatted(end.exitCode(), words));
    }

    private static List<String> argv(Path script) throws IOException {
        byte[] content = Files.readAllBytes(script);
        boolean namesItsShell = content.length > 2 && content[0] == '#' && content[1] == '!';
        return namesItsShell ? List.of(script.toString()) : List.of("/bin/sh", script.toString());
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>(proxy);
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOME", layout.home().toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("CI", "true");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        return environment;
    }
}

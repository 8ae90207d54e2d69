package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import dev.alfred.benchmarks.CannotMeasure;

/** What a run does for its project, without Alfred: a clone, the agent, a commit and a push, by a shell. */
final class ByHand {
    private static final String SCRIPT = """
            set -e
            git clone -q "$URL" "$HOME/repo"
            cd "$HOME/repo"
            git checkout -q -b "$BRANCH"
            echo "Change it." | "$AGENT" -p --session-id 00000000-0000-4000-8000-000000000001 > "$HOME/events"
            git add -A
            git -c user.name=A -c user.email=a@example.invalid commit -q -m "Change it"
            git push -q origin "$BRANCH"
            """;

    private final Path directory;
    private final Path agent;
    private final TinyRepository repository;
    private int count;

    /** @param agent the CLI */
    ByHand(Path directory, Path agent, TinyRepository repository) {
        this.directory = directory;
        this.agent = agent;
        this.repository = repository;
    }

    Cost run() throws IOException {
        String branch = "by-hand/" + ++count;
        Path home = Files.createDirectory(directory.resolve("by-hand-" + count));
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("said").toFile());
        shell.environment().clear();
        shell.environment()
                .putAll(Map.of(
                        "PATH",
                        "/usr/local/bin:/usr/bin:/bin",
                        "HOME",
                        home.toString(),
                        "URL",
                        repository.url(),
                        "BRANCH",
                        branch,
                        "AGENT",
                        agent.toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1"));
        Cost cost = Cost.of(() -> {
            if (shell.start().waitFor() != 0) {
                throw new CannotMeasure("the work by hand failed: " + Files.readString(home.resolve("said")));
            }
        });
        repository.check(branch);
        return cost;
    }
}

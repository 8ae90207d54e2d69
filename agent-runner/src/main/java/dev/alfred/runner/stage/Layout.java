package dev.alfred.runner.stage;

import java.nio.file.Path;

import dev.alfred.contracts.runner.RunnerPaths;

/** Where the runner's fixed paths lie in this process: below {@code ALFRED_ROOT} where that is set, else where they are named. */
public record Layout(Path root) {
    /** @param alfredRoot null or blank for the file system's own root */
    public static Layout below(String alfredRoot) {
        return new Layout(
                alfredRoot == null || alfredRoot.isBlank()
                        ? Path.of("/")
                        : Path.of(alfredRoot).toAbsolutePath());
    }

    /** The place of an absolute path of {@link RunnerPaths}. */
    public Path at(String absolute) {
        return root.resolve(Path.of("/").relativize(Path.of(absolute)));
    }

    public Path input() {
        return at(RunnerPaths.INPUT);
    }

    public Path repository() {
        return at(RunnerPaths.REPOSITORY);
    }

    public Path out() {
        return at(RunnerPaths.RESULT_FILE).getParent();
    }

    public Path home() {
        return at(RunnerPaths.HOME);
    }

    public Path forgeCredentials() {
        return at(RunnerPaths.FORGE_CREDENTIALS);
    }

    public Path providerCredentials() {
        return at(RunnerPaths.PROVIDER_CREDENTIALS);
    }

    public Path prepared() {
        return at(RunnerPaths.PREPARED).resolve("prepare.json");
    }

    public Path setupScript() {
        return at(RunnerPaths.PREPARED).resolve("setup.sh");
    }

    public Path gitConfig() {
        return at(RunnerPaths.PREPARED).resolve("git-config");
    }

    public Path gitRefs() {
        return at(RunnerPaths.PREPARED).resolve("git-refs");
    }

    public Path ran() {
        return at(RunnerPaths.RAN).resolve("run.json");
    }

    public Path termination() {
        return at(RunnerPaths.TERMINATION);
    }

    public Path state() {
        return at(RunnerPaths.STATE);
    }

    public Path mirror() {
        return at(RunnerPaths.MIRROR);
    }

    /** A pod's; {@link #mirror} elsewhere. */
    public Path mirrorDirectory() {
        return at(RunnerPaths.MIRROR_DIRECTORY);
    }

    public Path withoutMirror() {
        return input().resolve(RunnerPaths.WITHOUT_MIRROR);
    }

    public Path egressSocket() {
        return at(RunnerPaths.EGRESS_SOCKET);
    }
}

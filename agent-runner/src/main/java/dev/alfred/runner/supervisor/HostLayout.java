package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.files.Trees;

/**
 * The host runner's stages: plain processes of the supervisor's own user, not isolated, whose fixed paths lie below the
 * attempt's directory. A stage's credentials are there only while it runs.
 */
final class HostLayout {
    private final AttemptDirectory directory;

    HostLayout(AttemptDirectory directory) {
        this.directory = directory;
    }

    StageCommand start(Stage stage, Optional<Path> mirror) throws IOException {
        Path input = directory.root().resolve(RunnerPaths.INPUT.substring(1));
        if (!Files.exists(input)) {
            Files.createSymbolicLink(input, directory.input());
        }
        Path credentials = credentials(stage);
        Files.createDirectories(credentials.getParent());
        if (Files.isDirectory(directory.credentials(stage))) {
            Files.createSymbolicLink(credentials, directory.credentials(stage));
        }
        if (mirror.isPresent()) {
            Files.createSymbolicLink(mirror(), mirror.get());
        }
        Path home = Files.createDirectories(directory.root().resolve(RunnerPaths.HOME.substring(1)));
        List<String> argv = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL", "--"));
        argv.addAll(directory.plan().program());
        argv.add(stage.wire());
        return new StageCommand(
                argv,
                Map.of(
                        AttemptFiles.ROOT_VARIABLE,
                        directory.root().toString(),
                        "HOME",
                        home.toString(),
                        "LANG",
                        "C.UTF-8",
                        "PATH",
                        System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                directory.workspace());
    }

    void ended(Stage stage) throws IOException {
        Trees.remove(credentials(stage));
        Files.deleteIfExists(mirror());
    }

    private Path mirror() {
        return directory.root().resolve(RunnerPaths.MIRROR.substring(1));
    }

    private Path credentials(Stage stage) {
        String path = stage == Stage.RUN ? RunnerPaths.PROVIDER_CREDENTIALS : RunnerPaths.FORGE_CREDENTIALS;
        return directory.root().resolve(path.substring(1));
    }
}

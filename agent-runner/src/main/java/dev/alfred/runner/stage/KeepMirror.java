package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.runner.mirror.MirrorDirectory;
import dev.alfred.runner.mirror.MirrorIntake;

/**
 * {@code agent-runner keep}: in a pod, between prepare and run, what a supervisor does on a machine. It runs no git, holds
 * no credential and never fails: a mirror only saves time. One line, also as the termination message, says what came of it.
 */
record KeepMirror(Layout layout, PrintStream out, PrintStream err) {
    int keep() {
        String said = told();
        out.println(said);
        out.flush();
        try {
            Files.createDirectories(layout.termination().getParent());
            Files.write(layout.termination(), said.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            e.printStackTrace(err);
        }
        return 0;
    }

    private String told() {
        Path workspace = layout.at(RunnerPaths.WORKSPACE);
        try {
            Optional<MirrorDirectory> mirror = MirrorDirectory.use(layout.mirrorDirectory());
            if (mirror.isEmpty()) {
                return "the mirror is being tidied up";
            }
            try (MirrorDirectory open = mirror.get()) {
                return MirrorIntake.take(open, layout.prepared().getParent(), workspace)
                        .orElse("the mirror lacks nothing");
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(err);
            return "the mirror stays as it is: " + e;
        }
    }
}

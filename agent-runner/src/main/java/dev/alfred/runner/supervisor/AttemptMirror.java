package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.mirror.MirrorDirectory;
import dev.alfred.runner.mirror.MirrorIntake;

/**
 * The mirror of an attempt's base branch around the stage prepare, the only one that has it. Filled from the workspace
 * when prepare has ended and before anybody else has been there. It only saves time: whatever goes wrong with it is a note
 * in the attempt's log.
 */
final class AttemptMirror implements AutoCloseable {
    private final AttemptDirectory directory;
    private final AttemptLog log;
    private final MirrorDirectory mirror;
    private final Path shown;

    private AttemptMirror(AttemptDirectory directory, AttemptLog log, MirrorDirectory mirror, Path shown) {
        this.directory = directory;
        this.log = log;
        this.mirror = mirror;
        this.shown = shown;
    }

    static AttemptMirror of(Stage stage, AttemptDirectory directory, AttemptLog log) {
        String planned = stage == Stage.PREPARE ? directory.plan().mirror() : null;
        if (planned != null) {
            try {
                Optional<MirrorDirectory> mirror = MirrorDirectory.use(Path.of(planned));
                if (mirror.isPresent()) {
                    return new AttemptMirror(
                            directory, log, mirror.get(), mirror.get().shown());
                }
                note(log, "the mirror is being tidied up: everything is fetched");
            } catch (IOException e) {
                note(log, "the mirror can't be used: everything is fetched: " + e);
            }
        }
        return new AttemptMirror(directory, log, null, null);
    }

    /** What the stage is shown, or empty when it has no mirror. */
    Optional<Path> shown() {
        return Optional.ofNullable(shown);
    }

    /** Takes in what prepare offers, if it does. */
    void keep() {
        if (mirror == null) {
            return;
        }
        try {
            MirrorIntake.take(mirror, directory.handover(Stage.PREPARE), directory.workspace())
                    .ifPresent(said -> note(log, said));
        } catch (IOException e) {
            note(log, "the mirror stays as it is: " + e);
        }
    }

    private static void note(AttemptLog log, String message) {
        log.note(Stage.PREPARE, "info", message);
    }

    @Override
    public void close() throws IOException {
        if (mirror != null) {
            mirror.close();
        }
    }
}

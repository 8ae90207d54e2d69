package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StateAdmissionTest {
    private static final long LIMIT = 1000;

    @TempDir
    private Path state;

    @Test
    void letsItsOwnerWriteAgainWhatWasMadeReadOnly() throws IOException {
        Path directory = Files.createDirectory(state.resolve("slug"));
        Path file = Files.writeString(directory.resolve("session.jsonl"), "words");
        permit(file, "r--r-----");
        permit(directory, "r-xr-x---");

        StateAdmission admission = StateAdmission.of(state, LIMIT, null);

        assertThat(admission.objection()).isNull();
        assertThat(permissions(file)).isEqualTo("rw-r-----");
        assertThat(permissions(directory)).isEqualTo("rwxr-x---");
        assertThat(file).hasContent("words");
    }

    /** Whatever took the right to read it away, the state is not what a run left. */
    @Test
    void leavesWhatNobodyMayReadForTheCheckOfTheSession() throws IOException {
        Path file = Files.writeString(state.resolve("session.jsonl"), "words");
        permit(file, "---------");

        StateAdmission admission = StateAdmission.of(state, LIMIT, null);

        assertThat(admission.objection()).isNull();
        assertThat(permissions(file)).isEqualTo("---------");
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

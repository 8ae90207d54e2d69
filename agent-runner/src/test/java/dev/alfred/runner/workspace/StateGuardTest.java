package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

import dev.alfred.runner.files.Trees;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StateGuardTest {
    private static final long LIMIT = 1000;

    @TempDir
    private Path directory;

    private Path state;

    @BeforeEach
    void aState() throws IOException {
        state = Files.createDirectories(directory.resolve("state/slug")).getParent();
        Files.writeString(state.resolve("slug/session.jsonl"), "x".repeat(100));
    }

    @Test
    void emptiesATreeThatIsDeeperThanAnyPathCanTell() throws IOException, InterruptedException {
        String script =
                "i=0; while [ $i -lt 400 ]; do mkdir %1$s; cd -P %1$s; i=$((i + 1)); done; echo x > f; chmod 0 ."
                        .formatted("d".repeat(100));
        new ProcessBuilder("bash", "-c", script)
                .directory(state.toFile())
                .start()
                .waitFor();

        StateAdmission admission = StateAdmission.of(state, LIMIT, null);

        assertThat(admission.objection()).contains("can't be read");
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void removesWholeSessionsAndNoPartOfAny() throws IOException {
        String older = "11111111-1111-4111-8111-111111111111";
        String newer = "22222222-1111-4111-8111-111111111111";
        Files.createDirectories(state.resolve(older + "/files"));
        Files.createDirectories(state.resolve(newer));
        write(older + "/events.jsonl", 300, 2);
        write(older + "/files/a", 100, 6);
        write(newer + "/events.jsonl", 300, 1);
        write(newer + "/first", 100, 7);

        List<String> removed = StatePruning.prune(state, LIMIT, 900, "prior");

        assertThat(removed).containsExactlyInAnyOrder(older + "/events.jsonl 300", older + "/files/a 100");
        assertThat(state.resolve(older)).doesNotExist();
        assertThat(state.resolve(newer + "/first")).exists();
    }

    @Test
    void acceptsFilesAndDirectoriesOfItsOwn() throws IOException {
        assertThat(StateGuard.inspect(state, LIMIT)).isEqualTo(new StateGuard.Verdict(null, 100));
    }

    @Test
    void rejectsLinksOfEitherKind() throws IOException {
        Files.createSymbolicLink(state.resolve("slug/link"), Path.of("/etc/passwd"));
        assertThat(objection()).contains("slug/link").contains("symbolic link");
        Files.delete(state.resolve("slug/link"));

        Files.createSymbolicLink(state.resolve("linked-directory"), directory);
        assertThat(objection()).contains("symbolic link");
        Files.delete(state.resolve("linked-directory"));

        Files.createLink(state.resolve("slug/second-name"), state.resolve("slug/session.jsonl"));
        assertThat(objection()).contains("more than one name");
    }

    @Test
    void rejectsWhatIsNoFile() throws IOException, InterruptedException {
        new ProcessBuilder("mkfifo", state.resolve("pipe").toString()).start().waitFor();

        assertThat(objection()).contains("pipe");
    }

    @Test
    void rejectsSetIdBits() throws IOException, InterruptedException {
        new ProcessBuilder("chmod", "u+s", state.resolve("slug/session.jsonl").toString())
                .start()
                .waitFor();

        assertThat(objection()).contains("set-id");
    }

    @Test
    void rejectsTooMuch() throws IOException {
        Files.writeString(state.resolve("more"), "x".repeat(901));

        assertThat(objection()).contains("limit");
    }

    @Test
    void emptiesWithoutFollowingALink() throws IOException {
        Path outside = Files.writeString(
                Files.createDirectory(directory.resolve("outside")).resolve("kept"), "kept");
        Files.createSymbolicLink(state.resolve("trap"), outside.getParent());

        Trees.empty(state);

        assertThat(state).isEmptyDirectory();
        assertThat(outside).exists();
    }

    @Test
    void reportsNamesSizesAndHashes() throws IOException {
        Files.createSymbolicLink(state.resolve("link"), Path.of("/etc/passwd"));

        assertThat(StateGuard.inventory(state))
                .anyMatch(entry -> entry.matches("slug/session.jsonl 100 [0-9a-f]{64}"))
                .contains("link link");
    }

    @Test
    void readsLittleOfAStateThatClaimsToBeHuge() throws IOException {
        try (FileChannel sparse =
                FileChannel.open(state.resolve("huge"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(new byte[] {1}), 1L << 42);
        }

        assertThat(StateGuard.inventory(state)).contains("huge 4398046511105 not hashed");
    }

    @Test
    void removesTheOldestOtherSessionsFromThreeQuartersOn() throws IOException {
        age("slug/session.jsonl", 1);
        write("slug/oldest.jsonl", 300, 3);
        write("slug/older.jsonl", 300, 2);
        write("slug/prior.jsonl", 200, 9);

        assertThat(StatePruning.prune(state, LIMIT, 900, "prior")).containsExactly("slug/oldest.jsonl 300");
        assertThat(state.resolve("slug/prior.jsonl")).exists();
        assertThat(StatePruning.prune(state, LIMIT, 600, "prior")).isEmpty();
    }

    @Test
    void keepsADatabaseThatMayHoldThePriorSessionAndNeverTakesOneApart() throws IOException {
        write("opencode.db", 300, 9);
        write("opencode.db-wal", 500, 8);

        assertThat(StatePruning.prune(state, LIMIT, 900, "prior")).containsExactly("slug/session.jsonl 100");
        assertThat(StatePruning.prune(state, LIMIT, 800, null))
                .containsExactlyInAnyOrder("opencode.db 300", "opencode.db-wal 500");
    }

    private void write(String name, int size, int daysAgo) throws IOException {
        Files.writeString(state.resolve(name), "x".repeat(size));
        age(name, daysAgo);
    }

    private void age(String name, int daysAgo) throws IOException {
        Files.setLastModifiedTime(
                state.resolve(name), FileTime.from(Instant.now().minusSeconds(86_400L * daysAgo)));
    }

    private String objection() throws IOException {
        return StateGuard.inspect(state, LIMIT).objection();
    }
}

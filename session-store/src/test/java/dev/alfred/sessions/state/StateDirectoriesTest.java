package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.sessions.state.model.StateKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StateDirectoriesTest {
    private static final StateKey KEY = new StateKey(new MailboxKey("acme-rocket-issue-7"), AdapterId.CLAUDE_CODE);

    @TempDir
    Path base;

    @TempDir
    Path outside;

    private StateDirectories directories;

    @BeforeEach
    void directories() {
        directories = new StateDirectories(base, OptionalInt.empty(), OptionalInt.empty());
    }

    @Test
    void makesADirectoryForTheWorkerAlone() throws IOException {
        Path made = directories.prepare(KEY);

        assertThat(made).isEqualTo(base.resolve(".agent-sessions/acme-rocket-issue-7/claude-code"));
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(made.getParent())).isEqualTo("rwx--x--x");
        int own = owner(base);
        assertThat(owner(made)).isEqualTo(own == 0 ? 10001 : own);
    }

    @Test
    void keepsWhatIsThereAndRestoresTheMode() throws IOException {
        Path made = directories.prepare(KEY);
        Files.writeString(made.resolve("session.jsonl"), "{}\n");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));

        directories.prepare(KEY);

        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(made.resolve("session.jsonl")).hasContent("{}\n");
        assertThat(directories.measure(KEY)).isEqualTo(3);
    }

    @Test
    void refusesALinkInThePlaceOfADirectory() throws IOException {
        Path made = directories.prepare(KEY);
        Files.delete(made);
        Files.createSymbolicLink(made, outside);

        assertThatThrownBy(() -> directories.prepare(KEY)).isInstanceOf(StateUnusable.class);
        assertThat(mode(outside)).isNotEqualTo("rwxrwxrwx");
    }

    @Test
    void takesALinkAwayWithoutFollowingIt() throws IOException {
        Path kept = Files.writeString(outside.resolve("kept"), "mine");
        Path made = directories.prepare(KEY);
        Files.delete(made);
        Files.createSymbolicLink(made, outside);

        assertThat(directories.detach(KEY)).isTrue();
        assertThat(directories.emptyTrash()).isTrue();

        assertThat(kept).hasContent("mine");
        assertThat(Files.exists(made, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void removesAHostileTreeAndNothingElse() throws IOException {
        Path kept = Files.writeString(outside.resolve("kept"), "mine");
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("r--------"));
        Path made = directories.prepare(KEY);
        Files.createSymbolicLink(made.resolve("to-directory"), outside);
        Files.createSymbolicLink(made.resolve("to-file"), kept);
        Files.createSymbolicLink(made.resolve("to-nowhere"), Path.of("/nowhere/at/all"));
        Files.createSymbolicLink(made.resolve("to-itself"), Path.of("to-itself"));
        Files.createLink(made.resolve("hard"), kept);
        Files.writeString(made.resolve("a\nname; with $(words)"), "x");
        Path closed = Files.createDirectories(made.resolve("closed/inside"));
        Files.writeString(closed.resolve("file"), "x");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(closed.getParent(), PosixFilePermissions.fromString("---------"));

        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("---------"));

        assertThat(directories.detach(KEY)).isTrue();
        assertThat(made).doesNotExist();
        assertThat(directories.emptyTrash()).isTrue();

        assertThat(trash()).isEmpty();
        assertThat(kept).hasContent("mine");
        assertThat(mode(kept)).isEqualTo("r--------");
        assertThat(outside).isDirectory();
    }

    @Test
    void removesATreeDeeperThanAPathCanBe() throws IOException {
        // Each level is made at the top and the tree so far is moved into it, as a hostile process would do.
        Path made = directories.prepare(KEY);
        Path tree = Files.createDirectory(outside.resolve("tree"));
        String name = "n".repeat(200);
        for (int depth = 0; depth < 200; depth++) {
            Path level = Files.createDirectory(outside.resolve("level"));
            Files.writeString(level.resolve("file"), "x");
            Files.move(tree, level.resolve(name));
            Files.move(level, tree);
        }
        Files.move(tree, made.resolve("tree"));

        directories.detach(KEY);

        assertThat(directories.emptyTrash()).isTrue();
        assertThat(trash()).isEmpty();
    }

    @Test
    void goesOnWithWhatAnInterruptionLeft() throws IOException {
        directories.prepare(KEY);
        directories.detach(KEY);
        Path left = Files.createDirectories(base.resolve(".agent-sessions/.removing/half/done"));
        Files.writeString(left.resolve("file"), "x");

        assertThat(directories.emptyTrash()).isTrue();
        assertThat(directories.emptyTrash()).isTrue();
        assertThat(trash()).isEmpty();
    }

    @Test
    void hasNothingToTakeAwayTwice() {
        directories.prepare(KEY);

        assertThat(directories.detach(KEY)).isTrue();
        assertThat(directories.detach(KEY)).isFalse();
    }

    @Test
    void listsStatesAndLeavesStrangersAlone() throws IOException {
        directories.prepare(KEY);
        Files.createDirectories(base.resolve(".agent-sessions/not a mailbox/claude-code"));
        Files.createDirectories(base.resolve(".agent-sessions/acme-rocket-issue-8/unheard-of"));
        Files.createSymbolicLink(base.resolve(".agent-sessions/acme-rocket-issue-9"), outside);

        assertThat(present()).containsExactly(KEY);
    }

    @Test
    void showsStatesInPagesForAsLongAsTheVisitorWishes() {
        for (long issue = 1; issue <= 25; issue++) {
            directories.prepare(new StateKey(MailboxKey.issue("acme-rocket", issue), AdapterId.CODEX));
        }
        List<Integer> pages = new ArrayList<>();

        assertThat(directories.present(10, page -> pages.add(page.size()))).isTrue();
        assertThat(directories.present(10, page -> false)).isFalse();

        assertThat(pages).containsExactly(10, 10, 5);
    }

    private List<StateKey> present() {
        List<StateKey> keys = new ArrayList<>();
        directories.present(10, keys::addAll);
        return keys;
    }

    private long[] trash() throws IOException {
        try (Stream<Path> left = Files.list(base.resolve(".agent-sessions/.removing"))) {
            return left.mapToLong(path -> 1).toArray();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static int owner(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }
}

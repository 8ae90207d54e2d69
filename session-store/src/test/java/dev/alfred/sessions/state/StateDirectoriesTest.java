package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.sessions.state.model.StateKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class StateDirectoriesTest {
    private static final StateKey KEY = new StateKey(new MailboxKey("acme-rocket-issue-7"), AdapterId.CLAUDE_CODE);

    private static final Owners OWNERS = Owners.of(OptionalInt.empty(), OptionalInt.empty());

    @TempDir
    Path base;

    @TempDir
    Path outside;

    private StateDirectories directories;

    @BeforeEach
    void directories() {
        directories = new StateDirectories(base, OWNERS, Mounts.ofThisProcess());
    }

    @Test
    void makesADirectoryForTheWorkerAlone() throws IOException {
        Path made = prepared();

        assertThat(made).isEqualTo(base.resolve(".agent-sessions/acme-rocket-issue-7/claude-code"));
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(made.getParent())).isEqualTo("rwx--x--x");
        int own = owner(base);
        assertThat(owner(made)).isEqualTo(own == 0 ? 10001 : own);
    }

    @Test
    void keepsWhatIsThereAndRestoresTheMode() throws Exception {
        Path made = prepared();
        Files.writeString(made.resolve("session.jsonl"), "{}\n");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
        Shell.run("chown -R " + OWNERS.uid() + " \"$1\"", made);

        assertThat(directories.prepare(KEY)).isInstanceOf(Place.Kept.class);

        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(made.resolve("session.jsonl")).hasContent("{}\n");
        assertThat(directories.bytes(KEY, null)).hasValue(3);
    }

    @Test
    void takesAwayWhatIsNoDirectoryOfTheWorkersAndBeginsAnew() throws Exception {
        Map<Obstruction, List<String>> obstacles = Map.of(
                Obstruction.NOT_A_DIRECTORY,
                List.of("ln -s " + outside + " \"$1\"", "ln -s nowhere \"$1\"", "mkfifo \"$1\"", "echo x > \"$1\""),
                Obstruction.TOO_DEEP,
                List.of("mkdir -p \"$1\"/$(printf 'd/%.0s' $(seq 100)); chown -R " + OWNERS.uid() + " \"$1\""));
        for (Map.Entry<Obstruction, List<String>> obstacle : obstacles.entrySet()) {
            for (String command : obstacle.getValue()) {
                Path made = prepared();
                Files.delete(made);
                Shell.run(command, made);

                assertThat(directories.prepare(KEY))
                        .as(command)
                        .isEqualTo(new Place.Emptied(new StateLocation.Directory(made.toString()), obstacle.getKey()));

                assertThat(made).as(command).isEmptyDirectory();
                assertThat(directories.clear()).as(command).isEqualTo(new Cleared.All());
                assertThat(trash()).isEmpty();
            }
        }
        assertThat(outside).isDirectory();
        assertThat(mode(outside)).isNotEqualTo("rwxrwxrwx");
    }

    @Test
    void takesAwayWhatBelongsToSomebodyElseAndBeginsAnew() throws Exception {
        assumeRoot();
        for (String command : List.of(
                "chown 10002 \"$1\"",
                "touch \"$1\"/theirs; chown 10002 \"$1\"/theirs",
                "mkdir -p \"$1\"/a/b; chown 10001 \"$1\"/a; chown 10002 \"$1\"/a/b",
                "ln /etc/hostname \"$1\"/hostname || cp /bin/true \"$1\"/true; chmod 4755 \"$1\"/true || true")) {
            Shell.run(command, prepared());

            assertThat(directories.prepare(KEY))
                    .as(command)
                    .isInstanceOfSatisfying(
                            Place.Emptied.class,
                            emptied -> assertThat(emptied.why()).isEqualTo(Obstruction.FOREIGN_OWNER));

            assertThat(directories.clear()).as(command).isEqualTo(new Cleared.All());
        }
    }

    @Test
    void givesADirectoryBackItsOwnerAndMode() throws Exception {
        assumeRoot();
        Path made = prepared();
        Shell.run("chown 0:0 \"$1\"; chmod 7777 \"$1\" \"$1\"/..", made);

        assertThat(directories.prepare(KEY)).isInstanceOf(Place.Kept.class);

        assertThat(owner(made)).isEqualTo(10001);
        assertThat((Integer) Files.getAttribute(made, "unix:mode") & 07777).isEqualTo(0700);
        assertThat((Integer) Files.getAttribute(made.getParent(), "unix:mode") & 0777)
                .isEqualTo(0711);
    }

    @Test
    void refusesAMailboxsPlaceThatSomebodyElseHolds() throws Exception {
        assumeRoot();
        Path mailbox = prepared().getParent();
        Shell.run("chown 10002 \"$1\"", mailbox);

        assertThatThrownBy(() -> directories.prepare(KEY))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining(mailbox.toString())
                .hasMessageContaining("give it to");
        Shell.run("rm -r \"$1\"; ln -s " + outside + " \"$1\"", mailbox);
        assertThatThrownBy(() -> directories.prepare(KEY)).isInstanceOf(StateUnusable.class);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void touchesNothingThatIsMountedInAState() throws Exception {
        assumeRoot();
        Path made = prepared();
        Path mounted = Files.createDirectories(made.resolve("a dir/mounted"));
        try {
            Shell.run("mount -t tmpfs none \"$1\" && touch \"$1\"/theirs", mounted);
        } catch (IllegalStateException e) {
            assumeTrue(false, "SKIPPED: this machine lets nobody mount: " + e.getMessage());
        }
        try {
            assertThatThrownBy(() -> directories.prepare(KEY))
                    .isInstanceOf(StateUnusable.class)
                    .hasMessageContaining("something is mounted at " + mounted);
            assertThatThrownBy(() -> directories.detach(KEY)).isInstanceOf(StateUnusable.class);
            assertThat(directories.bytes(KEY, null)).isEmpty();
            assertThat(mounted.resolve("theirs")).exists();
        } finally {
            Shell.run("umount \"$1\"", mounted);
        }
        assertThat(directories.detach(KEY)).isEqualTo(Detached.TAKEN);
    }

    @Test
    void takesALinkAwayWithoutFollowingIt() throws IOException {
        Path kept = Files.writeString(outside.resolve("kept"), "mine");
        Path made = prepared();
        Files.delete(made);
        Files.createSymbolicLink(made, outside);

        assertThat(directories.detach(KEY)).isEqualTo(Detached.TAKEN);
        assertThat(directories.clear()).isEqualTo(new Cleared.All());

        assertThat(kept).hasContent("mine");
        assertThat(Files.exists(made, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void hasNothingToTakeAwayTwice() {
        directories.prepare(KEY);

        assertThat(directories.detach(KEY)).isEqualTo(Detached.TAKEN);
        assertThat(directories.detach(KEY)).isEqualTo(Detached.NOTHING_THERE);
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

    private Path prepared() {
        return Path.of(((StateLocation.Directory) directories.prepare(KEY).location()).path());
    }

    private static void assumeRoot() {
        assumeTrue(OWNERS.root(), "SKIPPED: only root can give files away and mount");
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

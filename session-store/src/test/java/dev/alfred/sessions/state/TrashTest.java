package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class TrashTest {
    private static final Owners OWNERS = Owners.of(OptionalInt.empty(), OptionalInt.empty());

    /** A tree of each kind that an interruption could leave half removed. */
    private static final String MIXED = """
            mkdir -p "$1"/a/b/c "$1"/d/e && cd "$1" && touch f a/f a/b/f a/b/c/f d/f d/e/f d/e/g \\
                && ln -s / a/link && mkfifo d/pipe && chmod 0 a/b/c d/e""";

    @TempDir
    Path base;

    @TempDir
    Path outside;

    private Path directory;
    private Path piece;
    private Path kept;

    @BeforeEach
    void trash() throws IOException {
        directory = Files.createDirectory(base.resolve(".removing"));
        piece = Files.createDirectory(directory.resolve("piece"));
        kept = Files.writeString(outside.resolve("kept"), "mine");
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("r--------"));
    }

    /** Each run in the piece, with the directory of what must stay as {@code $OUT}. */
    static List<String> hostileTrees() {
        return List.of(
                "ln -s $OUT to-directory; ln -s $OUT/kept to-file; ln -s /nowhere gone; ln -s itself itself; ln -s .. up",
                "ln $OUT/kept hard",
                "mkfifo pipe; mkdir in; mkfifo in/pipe",
                "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")' || mkfifo s",
                "mkdir -p closed/inside; touch closed/inside/file; chmod 0 closed/inside closed; chmod 0 .",
                "touch setuid; chmod 6755 setuid; mkdir sticky; touch sticky/file; chmod 7777 sticky",
                "touch -- -rf '...' '.. ' ' ' $'\\n' $'a\\nb' '*' '$(id)' \"'\" '\\'; mkdir $'..\\t'; touch $'..\\t/x'",
                "touch $'\\xff\\xfe' $'broken \\xc3\\x28 name' $'\\xed\\xa0\\x80'; mkdir $'\\xf0\\x28'; touch $'\\xf0\\x28/\\x80'");
    }

    @ParameterizedTest
    @MethodSource("hostileTrees")
    void removesAHostileTreeAndNothingElse(String made) throws Exception {
        Shell.run("cd \"$1\"; OUT=" + outside + "; set -e; " + made, piece);

        assertThat(empty()).isEqualTo(new Cleared.All());

        assertThat(directory).isEmptyDirectory();
        assertThat(kept).hasContent("mine");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("r--------");
    }

    @Test
    void removesDevicesAndWhatBelongsToOthers() throws Exception {
        assumeTrue(OWNERS.root(), "SKIPPED: only root can make devices and give files away");
        Shell.run(
                "cd \"$1\"; mknod zero c 1 5 && mknod loop b 7 200; mkdir -p theirs/deep; touch theirs/deep/x;"
                        + " chown -R 10002:10003 theirs; chmod 0 theirs/deep; chown 10001 .",
                piece);

        assertThat(empty()).isEqualTo(new Cleared.All());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void removesATreeOfFiveThousandLevels() throws Exception {
        // Each level is made at the top and the tree so far is moved into it: no path is ever long.
        Path tree = Files.createDirectory(outside.resolve("tree"));
        Path name = Path.of("n".repeat(50));
        for (int depth = 0; depth < 5_000; depth++) {
            Path level = Files.createDirectory(outside.resolve("level"));
            Files.createFile(level.resolve("file"));
            Files.move(tree, level.resolve(name));
            Files.move(level, tree);
        }
        Files.move(tree, piece.resolve("tree"));

        assertThat(empty()).isEqualTo(new Cleared.All());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void removesMoreNamesThanATurnTakesFromOneDirectory() throws Exception {
        Shell.run("cd \"$1\"; seq 120000 | xargs touch; mkdir sub; cd sub; seq 500 | xargs mkdir", piece);

        assertThat(empty()).isEqualTo(new Cleared.All());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void leavesWhatIsMountedAndTheRestGoes() throws Exception {
        assumeTrue(OWNERS.root(), "SKIPPED: only root can mount");
        Path mounted = Files.createDirectories(piece.resolve("in/mounted"));
        Files.createDirectory(directory.resolve("other"));
        Files.createFile(piece.resolve("file"));
        try {
            Shell.run("mount -t tmpfs none \"$1\" && touch \"$1\"/theirs", mounted);
        } catch (IllegalStateException e) {
            assumeTrue(false, "SKIPPED: this machine lets nobody mount: " + e.getMessage());
        }
        String found;
        try {
            assertThat(empty()).isInstanceOf(Cleared.Left.class);
        } finally {
            found = mountBelow();
            Shell.run("test -e \"$1\"/theirs; there=$?; umount \"$1\"; exit $there", Path.of(found));
        }
        assertThat(names(directory)).hasSize(1);
        assertThat(empty()).isEqualTo(new Cleared.All());
        assertThat(directory).isEmptyDirectory();
    }

    private String mountBelow() throws IOException {
        return Mounts.ofThisProcess().at(directory).orElseThrow();
    }

    /** Whatever is swapped in for an entry between two looks at it is removed as what it is. */
    @Test
    void followsNoLinkThatIsSwappedInMeanwhile() throws Exception {
        Path entry = piece.resolve("entry");
        Files.createDirectory(outside.resolve("inner"));
        for (int moment = 0; moment < 12; moment++) {
            Files.createDirectories(entry.resolve("below"));
            AtomicInteger step = new AtomicInteger();
            int when = moment;
            Trash hostile = new Trash(directory, OWNERS, () -> {
                if (step.getAndIncrement() == when) {
                    swap(entry);
                }
            });

            hostile.empty();
            assertThat(empty()).isEqualTo(new Cleared.All());

            assertThat(directory).isEmptyDirectory();
            assertThat(names(outside)).containsExactlyInAnyOrder("inner", "kept");
            Files.createDirectories(piece);
        }
    }

    private void swap(Path entry) {
        try {
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(entry, entry.resolveSibling("aside"));
                Files.createSymbolicLink(entry, outside);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A survivor that holds a directory open as its own user is kept out of it; the removal ends in any case. */
    @Test
    void endsThoughSomebodyGoesOnWriting() throws Exception {
        Path writable = Files.createDirectory(piece.resolve("busy"));
        String as = OWNERS.root() ? "chown 10001 \"$1\"; exec setpriv --reuid 10001 --clear-groups " : "exec ";
        Shell.run("chmod 711 \"$1\" \"$1\"/.. \"$1\"/../.. \"$1\"/../../..", piece.resolve("busy"));
        Process writer = new ProcessBuilder(
                        "bash",
                        "-c",
                        as + "bash -c 'cd \"$0\"; for ((i=0;;i++)); do mkdir -p d$i; : > f$i; done' \"$1\"",
                        "bash",
                        writable.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().until(() -> names(writable).size() > 20);

            Cleared cleared = empty();

            if (OWNERS.root()) {
                assertThat(cleared).isEqualTo(new Cleared.All());
            }
        } finally {
            writer.destroyForcibly();
            assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(empty()).isEqualTo(new Cleared.All());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void goesOnAfterAnInterruptionAtAnyPoint() throws Exception {
        int steps = 0;
        boolean interrupted = true;
        while (interrupted) {
            Files.createDirectories(piece);
            Shell.run(MIXED, piece);
            interrupted = interruptedAt(steps++);

            assertThat(empty()).as("interrupted before step %d", steps).isEqualTo(new Cleared.All());
            assertThat(directory).isEmptyDirectory();
        }
        assertThat(steps).isGreaterThan(10);
    }

    private boolean interruptedAt(int last) {
        AtomicInteger step = new AtomicInteger();
        try {
            new Trash(directory, OWNERS, () -> {
                        if (step.getAndIncrement() == last) {
                            throw new PowerCut();
                        }
                    })
                    .empty();
            return false;
        } catch (PowerCut e) {
            return true;
        }
    }

    /** In the C locale Java can't write a name with such bytes as text; the killed one's successor is another process. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 30})
    void aKilledProcessesSuccessorRemovesNamesThatAreNoText(int killedAt) throws Exception {
        Shell.run(
                "cd \"$1\"; mkdir $'\\xff'; for i in $(seq 50); do touch $'\\xff\\n'$i $'\\xff/\\xc3'$i; done", piece);

        assertThat(another(killedAt)).isNotZero();
        assertThat(names(directory)).isNotEmpty();
        assertThat(another(-1)).isZero();

        assertThat(directory).isEmptyDirectory();
    }

    private int another(int killedAt) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Remover.class.getName(),
                        directory.toString(),
                        Integer.toString(killedAt))
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("output").toFile());
        builder.environment().put("LC_ALL", "C");
        return builder.start().waitFor();
    }

    private Cleared empty() {
        return new Trash(directory, OWNERS).empty();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> names = Files.list(directory)) {
            return names.map(name -> name.getFileName().toString()).toList();
        }
    }

    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A process that removes, and kills itself before a step. */
    static final class Remover {
        private Remover() {}

        public static void main(String[] arguments) {
            int last = Integer.parseInt(arguments[1]);
            AtomicInteger step = new AtomicInteger();
            Cleared cleared = new Trash(Path.of(arguments[0]), OWNERS, () -> {
                        if (step.getAndIncrement() == last) {
                            Runtime.getRuntime().halt(137);
                        }
                    })
                    .empty();
            Runtime.getRuntime().halt(cleared instanceof Cleared.All ? 0 : 1);
        }
    }
}

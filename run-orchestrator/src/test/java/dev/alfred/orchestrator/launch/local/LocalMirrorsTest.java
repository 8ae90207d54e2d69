package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.MirrorFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Which mirrors are removed, and which are not. */
class LocalMirrorsTest {
    /** Another process that reads a mirror, as a supervisor does. */
    private static final String READER = """
            import java.nio.channels.FileChannel;
            import java.nio.file.*;
            class Reader {
                public static void main(String[] file) throws Exception {
                    try (FileChannel channel = FileChannel.open(Path.of(file[0]), StandardOpenOption.READ)) {
                        System.out.println(channel.lock(0, Long.MAX_VALUE, true).isValid());
                        System.in.read();
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private Path base;
    private LocalMirrors mirrors;

    @BeforeEach
    void twoWeeksAreKept() throws IOException {
        base = Files.createDirectory(directory.resolve("mirrors"));
        mirrors = new LocalMirrors(Optional.of(base), Duration.ofDays(14));
    }

    private Path usedDaysAgo(String name, int days) throws IOException {
        Path mirror = Files.createDirectories(base.resolve(name));
        Files.createDirectories(mirror.resolve("generation-1/objects/pack"));
        Files.writeString(mirror.resolve("generation-1/objects/pack/some.pack"), "objects");
        Path use = Files.writeString(mirror.resolve(MirrorFiles.USE), "");
        Files.setLastModifiedTime(use, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
        return mirror;
    }

    @Test
    void removesWhatNobodyUsedForLongAndNothingElse() throws IOException {
        Path gone = usedDaysAgo("gone", 15);
        Path living = usedDaysAgo("living", 13);

        mirrors.removeUnused();

        assertThat(gone).doesNotExist();
        assertThat(living.resolve("generation-1/objects/pack/some.pack")).hasContent("objects");
    }

    @Test
    void leavesWhatIsReadAtThisMoment() throws Exception {
        Path mirror = usedDaysAgo("one", 15);
        Path program = Files.writeString(directory.resolve("Reader.java"), READER);
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        program.toString(),
                        mirror.resolve(MirrorFiles.USE).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(reader.inputReader().readLine()).isEqualTo("true");

            mirrors.removeUnused();

            assertThat(mirror.resolve("generation-1/objects/pack/some.pack")).exists();
        } finally {
            reader.getOutputStream().close();
            reader.waitFor();
        }

        mirrors.removeUnused();

        assertThat(mirror).doesNotExist();
    }

    @Test
    void removesTheRestOfARemovalThatWasCutShort() throws IOException {
        usedDaysAgo(".removed-1", 0);

        mirrors.removeUnused();

        try (Stream<Path> left = Files.list(base)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void keepsNoneWhereNoPlaceIsSet() {
        LocalMirrors none = new LocalMirrors(Optional.empty(), Duration.ofDays(14));

        none.removeUnused();

        assertThat(none.directory("one")).isNull();
        assertThat(mirrors.directory("one")).isEqualTo(base.resolve("one").toString());
    }
}

package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

import dev.alfred.contracts.runner.MirrorFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What is removed from a volume of mirrors, and what is left alone. */
class MirrorSweepTest {
    private static final Instant LIMIT = Instant.now().minus(Duration.ofDays(14));
    private static final String ONE = "01980000-0000-7000-8000-0000000000bb-0123456789abcdef0123456789abcdef";
    private static final String OTHER = "01980000-0000-7000-8000-0000000000cc-0123456789abcdef0123456789abcdef";

    @TempDir
    private Path volume;

    private Path mirror(String name, Instant used) throws IOException {
        Path mirror = volume.resolve(name);
        MirrorDirectory.use(mirror).orElseThrow().close();
        Files.writeString(Files.createDirectory(mirror.resolve("generation-1")).resolve("HEAD"), "ref");
        Files.setLastModifiedTime(mirror.resolve(MirrorFiles.USE), FileTime.from(used));
        return mirror;
    }

    private MirrorSweep swept() throws IOException {
        MirrorSweep sweep = new MirrorSweep(volume, LIMIT);
        sweep.sweep();
        assertThat(sweep.resisting()).isEmpty();
        return sweep;
    }

    @Test
    void removesWhatNoRunHasUsedForLong() throws IOException {
        mirror(ONE, LIMIT.minusSeconds(60));
        mirror(OTHER, LIMIT.plusSeconds(60));

        assertThat(swept().removed()).containsExactly(ONE);

        assertThat(volume).isDirectoryNotContaining(path -> !path.endsWith(OTHER));
        assertThat(volume.resolve(OTHER).resolve("generation-1/HEAD")).exists();
    }

    @Test
    void leavesWhatARunReads() throws Exception {
        Path mirror = mirror(ONE, LIMIT.minusSeconds(60));
        Process run = MirrorUser.start(mirror.toString());
        try {
            run.inputReader().readLine();
            Files.setLastModifiedTime(mirror.resolve(MirrorFiles.USE), FileTime.from(LIMIT.minusSeconds(60)));

            assertThat(swept().removed()).isEmpty();

            assertThat(mirror.resolve("generation-1/HEAD")).exists();
        } finally {
            run.getOutputStream().close();
            run.waitFor();
        }
        assertThat(swept().removed()).containsExactly(ONE);
    }

    @Test
    void finishesWhatWasInterrupted() throws IOException {
        Path half = Files.createDirectories(volume.resolve(".removed-1/generation-1"));
        Files.writeString(half.resolve("HEAD"), "ref");

        swept();

        assertThat(volume).isEmptyDirectory();
    }

    @Test
    void removesAPlaceThatNoMirrorEverCameTo() throws IOException {
        Files.createDirectory(volume.resolve(OTHER));
        Path place = Files.createDirectory(volume.resolve(ONE));
        Files.setLastModifiedTime(place, FileTime.from(LIMIT.minusSeconds(60)));

        assertThat(swept().removed()).containsExactly(ONE);
    }

    @Test
    void leavesWhatIsNoMirror() throws IOException {
        for (String name : new String[] {"lost+found", "claude-code", ONE + ".old"}) {
            Path other = Files.createDirectory(volume.resolve(name));
            Files.writeString(other.resolve(MirrorFiles.USE), "");
            Files.setLastModifiedTime(other.resolve(MirrorFiles.USE), FileTime.from(Instant.EPOCH));
            Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
        }

        assertThat(swept().removed()).isEmpty();

        assertThat(volume.resolve("lost+found/use")).exists();
        assertThat(volume.resolve("claude-code/use")).exists();
    }
}

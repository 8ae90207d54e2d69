package dev.alfred.runner.stage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.MirrorFiles;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;
import dev.alfred.local.git.GitServer;
import dev.alfred.runner.mirror.MirrorUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** A mirror without a supervisor: prepare reads the mirror's directory, and the container after it fills it. */
class PodMirrorTest {
    private static final String TOKEN = "invented-token-0123456789";
    private static final String NAME = "01980000-0000-7000-8000-0000000000bb-0123456789abcdef";
    private static final int LARGE = 1 << 20;
    private static final int LITTLE = 16 * 1024;

    @TempDir
    private Path directory;

    private Attempts attempts;
    private GitServer forge;
    private Path seed;
    private Path mirror;

    @BeforeEach
    void aForgeWithALargeRepositoryAndAVolume() throws IOException {
        attempts = Attempts.on(directory);
        seed = directory.resolve("seed");
        mirror = Files.createDirectories(directory.resolve("volume/one"));
        commit("head -c %d /dev/urandom > large.bin".formatted(LARGE));
        forge = GitServer.open(directory, "alfred", TOKEN);
        attempts.cloneUrl = forge.url("origin.git");
    }

    @AfterEach
    void endTheForge() {
        forge.close();
    }

    private void commit(String change) {
        attempts.shell(seed, change + " && git add -A && git commit -qm Change && git push -q origin HEAD:main");
    }

    /** A pod with the volume mounted. */
    private Attempts.Attempt pod() throws IOException {
        Attempts.Attempt pod = attempts.next();
        Path credentials = Files.createDirectories(pod.layout.forgeCredentials());
        Files.writeString(credentials.resolve("username"), "alfred");
        Files.writeString(credentials.resolve("password"), TOKEN);
        Files.createSymbolicLink(pod.layout.mirrorDirectory(), mirror);
        return pod;
    }

    private static String kept(Attempts.Attempt pod) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(new KeepMirror(pod.layout, print, System.err).keep()).isZero();
        String said = out.toString(StandardCharsets.UTF_8).strip();
        assertThat(pod.layout.termination()).hasContent(said);
        return said;
    }

    private StageResult.Prepared preparedAndKept() throws IOException {
        Attempts.Attempt pod = pod();
        StageResult.Prepared prepared = pod.prepare();
        kept(pod);
        return prepared;
    }

    private Path generation() throws IOException {
        return mirror.resolve(Files.readSymbolicLink(mirror.resolve(MirrorFiles.CURRENT)));
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> entries = Files.list(mirror)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    @Test
    void theNextPodFetchesFromTheForgeWhatChangedAndNoMore() throws IOException {
        Attempts.Attempt first = pod();
        assertThat(first.prepare().mirror()).isEqualTo(MirrorUse.MISSING);
        assertThat(entries()).as("prepare writes nothing there").isEmpty();
        assertThat(kept(first)).isEqualTo("the mirror is at " + attempts.git("rev-parse main"));
        assertThat(forge.fetchedBytes()).isGreaterThan(LARGE);

        Attempts.Attempt second = pod();
        assertThat(second.prepare().mirror()).isEqualTo(MirrorUse.CURRENT);
        assertThat(kept(second)).isEqualTo("the mirror lacks nothing");
        commit("echo small > small.txt");
        StageResult.Prepared third = preparedAndKept();

        assertThat(third.mirror()).isEqualTo(MirrorUse.BEHIND);
        assertThat(third.baseCommit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(preparedAndKept().mirror()).isEqualTo(MirrorUse.CURRENT);
        assertThat(forge.fetchedBytes()).isLessThan(LITTLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "gone", "half-filled", "dangling", "no lock file", "a file for a directory"})
    void aMirrorThatIsLostOrDamagedCostsAFetchAndNothingElse(String damage) throws IOException {
        preparedAndKept();
        switch (damage) {
            case "cut" ->
                attempts.shell(
                        mirror, "f=$(readlink -f current)/objects/pack; chmod -R u+w $f; truncate -s 100 $f/*.pack");
            case "gone" -> attempts.shell(mirror, "rm -rf ./* .new-*");
            case "half-filled" -> attempts.shell(mirror, "g=$(readlink current); mv $g .new-1; rm .new-1/alfred-packs");
            case "dangling" -> attempts.shell(mirror, "rm -rf generation-*");
            case "no lock file" ->
                attempts.shell(mirror, "rm use; chmod -R u+w generation-*; rm generation-*/objects/pack/*.idx");
            case "a file for a directory" -> attempts.shell(mirror, "g=$(readlink current); rm -rf $g; echo > $g");
            default -> throw new IllegalArgumentException(damage);
        }
        Attempts.Attempt pod = pod();

        StageResult.Prepared prepared = pod.prepare();

        assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
        assertThat(prepared.baseCommit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(prepared.mirror()).isIn(MirrorUse.MISSING, MirrorUse.USELESS);
        assertThat(pod.logged()).anyMatch(line -> line.contains("all of main was fetched, for the mirror too"));
        assertThat(kept(pod)).isEqualTo("the mirror is at " + prepared.baseCommit());
        assertThat(preparedAndKept().mirror()).isEqualTo(MirrorUse.CURRENT);
    }

    @Test
    void aMirrorThatIsBeingRemovedIsNotWaitedFor() throws IOException {
        preparedAndKept();
        Attempts.Attempt pod = pod();
        try (FileChannel channel = FileChannel.open(mirror.resolve(MirrorFiles.USE), StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();

            StageResult.Prepared prepared = pod.prepare();

            assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
            assertThat(pod.logged()).contains("the mirror is being tidied up: everything is fetched");
            assertThat(kept(pod)).isEqualTo("the mirror is being tidied up");
        }
    }

    @Test
    void twoPodsAtOnceBothGetOnAndLeaveOneMirror() throws IOException {
        Attempts.Attempt one = pod();
        Attempts.Attempt other = pod();
        one.prepare();
        other.prepare();

        assertThat(kept(one)).startsWith("the mirror is at ");
        assertThat(kept(other)).startsWith("the mirror is at ");

        assertThat(entries()).filteredOn(name -> name.startsWith("generation-")).hasSize(1);
        assertThat(preparedAndKept().mirror()).isEqualTo(MirrorUse.CURRENT);
    }

    @Test
    void whatAPodReadsIsNotRemovedByTheOneThatFills() throws Exception {
        preparedAndKept();
        Path before = generation();
        Process other = MirrorUser.start(mirror.toString(), MirrorUser.READ);
        try {
            assertThat(Path.of(other.inputReader().readLine()).getFileName()).isEqualTo(before.getFileName());
            commit("echo small > small.txt");

            assertThat(preparedAndKept().mirror()).isEqualTo(MirrorUse.BEHIND);

            assertThat(generation()).isNotEqualTo(before);
            assertThat(before.resolve("objects/pack")).isNotEmptyDirectory();
        } finally {
            other.getOutputStream().close();
            other.waitFor();
        }
        commit("echo more > more.txt");
        preparedAndKept();
        assertThat(before).doesNotExist();
    }

    @Test
    void aVolumeThatTakesNothingIsToldAndFailsNobody() throws IOException {
        Attempts.Attempt pod = pod();
        pod.prepare();
        Files.delete(mirror);
        Files.writeString(mirror, "no directory");

        assertThat(kept(pod)).startsWith("the mirror stays as it is: ");
    }

    @Test
    void itIsToldWhyThereIsNoVolume() throws IOException {
        Attempts.Attempt pod = pod();
        Files.delete(pod.layout.mirrorDirectory());
        Files.writeString(pod.layout.withoutMirror(), "the claim mirrors is not there");

        StageResult.Prepared prepared = pod.prepare();

        assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
        assertThat(prepared.mirror()).isNull();
        assertThat(pod.logged()).contains("there is no mirror: everything is fetched: the claim mirrors is not there");
    }

    @Test
    void itIsSweptByACommandOnceNoRunHasUsedItForLong() throws IOException {
        mirror = Files.createDirectories(directory.resolve("volume/" + NAME));
        preparedAndKept();
        Path use = mirror.resolve(MirrorFiles.USE);
        CommandLine runner = new CommandLine(new AgentRunner(System.err));
        String volume = mirror.getParent().toString();

        assertThat(runner.execute("sweep-mirrors", "--mirrors", volume, "--retention", "P14D"))
                .isZero();
        assertThat(preparedAndKept().mirror()).isEqualTo(MirrorUse.CURRENT);

        Files.setLastModifiedTime(use, FileTime.from(Instant.now().minus(Duration.ofDays(15))));
        assertThat(runner.execute("sweep-mirrors", "--mirrors", volume)).isZero();
        assertThat(mirror).doesNotExist();
    }
}

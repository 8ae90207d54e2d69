package dev.alfred.runner.mirror;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.alfred.contracts.ContractJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** How a mirror is filled while others read it, are killed at it, or have no room for it. */
class MirrorDirectoryTest {
    private static final String FIRST = "pack-" + "1".repeat(40);
    private static final String SECOND = "pack-" + "2".repeat(40);

    @TempDir
    private Path directory;

    private Path path;
    private Path packs;

    @BeforeEach
    void aWorkspace() throws IOException {
        path = directory.resolve("mirrors/one");
        packs = Files.createDirectory(directory.resolve("packs"));
        pack(FIRST, "first");
        pack(SECOND, "second");
    }

    private void pack(String name, String content) throws IOException {
        Files.writeString(packs.resolve(name + ".pack"), content);
        Files.writeString(packs.resolve(name + ".idx"), content + " index");
    }

    private static MirrorOffer offer(String digit, String... packs) {
        return new MirrorOffer("main", digit.repeat(40), List.of(packs), false);
    }

    private MirrorDirectory.Kept keep(MirrorOffer offer) throws IOException {
        try (MirrorDirectory mirror = MirrorDirectory.use(path).orElseThrow()) {
            return mirror.keep(offer, packs);
        }
    }

    private Mirror shown() throws IOException {
        try (MirrorDirectory mirror = MirrorDirectory.use(path).orElseThrow()) {
            return ((Mirror.Found.Usable) Mirror.in(mirror.shown(), "main")).mirror();
        }
    }

    private List<String> generations() throws IOException {
        try (Stream<Path> listed = Files.list(path)) {
            return listed.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.startsWith("generation-") || name.startsWith(".new-"))
                    .toList();
        }
    }

    @Test
    void holdsNothingAtFirstAndThenWhatItWasOffered() throws IOException {
        try (MirrorDirectory mirror = MirrorDirectory.use(path).orElseThrow()) {
            assertThat(Mirror.in(mirror.shown(), "main")).isEqualTo(new Mirror.Found.Absent());
        }

        assertThat(keep(offer("a", FIRST))).isEqualTo(MirrorDirectory.Kept.KEPT);

        Mirror mirror = shown();
        assertThat(mirror.head()).isEqualTo("a".repeat(40));
        assertThat(mirror.copyTo(directory.resolve("copied"))).isEmpty();
        assertThat(directory.resolve("copied/" + FIRST + ".pack")).hasContent("first");
    }

    @Test
    void isNotReachedByWhatHappensToTheWorkspaceLater() throws IOException {
        keep(offer("a", FIRST));

        try (RandomAccessFile file =
                new RandomAccessFile(packs.resolve(FIRST + ".pack").toFile(), "rw")) {
            file.write('x');
        }

        assertThat(shown().directory().resolve("objects/pack/" + FIRST + ".pack"))
                .hasContent("first");
    }

    @Test
    void givesWayToTheNextGenerationOnceNobodyReads() throws Exception {
        keep(offer("a", FIRST));
        Process reader = MirrorUser.start(path.toString());
        try (BufferedReader told = reader.inputReader()) {
            Path read = Path.of(told.readLine());

            assertThat(keep(offer("b", FIRST, SECOND))).isEqualTo(MirrorDirectory.Kept.KEPT);

            assertThat(read.resolve("objects/pack/" + FIRST + ".pack")).hasContent("first");
            assertThat(shown().head()).isEqualTo("b".repeat(40));
            assertThat(generations()).hasSize(2);
        } finally {
            reader.getOutputStream().close();
            reader.waitFor();
        }

        keep(offer("c", FIRST, SECOND));

        assertThat(generations()).hasSize(1);
        assertThat(shown().copyTo(directory.resolve("copied"))).isEmpty();
        assertThat(directory.resolve("copied/" + SECOND + ".idx")).hasContent("second index");
    }

    @Test
    void isWholeWhateverTheMomentAtWhichItsKeeperIsKilled() throws Exception {
        keep(offer("a", FIRST));
        Process keeper = keeperOfALargePack();
        keeper.destroyForcibly().waitFor();

        assertThat(generations()).as("killed before it was done").anyMatch(name -> name.startsWith(".new-"));
        assertThat(shown().head()).isEqualTo("a".repeat(40));
        assertThat(shown().copyTo(directory.resolve("copied"))).isEmpty();
        pack(SECOND, "second");
        assertThat(keep(offer("b", FIRST, SECOND))).isEqualTo(MirrorDirectory.Kept.KEPT);
        assertThat(generations()).hasSize(1).noneMatch(name -> name.startsWith(".new-"));
        assertThat(shown().head()).isEqualTo("b".repeat(40));
    }

    /** Another process that is copying, for longer than a test takes. */
    private Process keeperOfALargePack() throws IOException {
        try (RandomAccessFile large =
                new RandomAccessFile(packs.resolve(SECOND + ".pack").toFile(), "rw")) {
            large.setLength(8L << 30);
        }
        Path offered = directory.resolve("offer.json");
        Files.write(offered, ContractJson.mapper().writeValueAsBytes(offer("b", SECOND)));
        Process keeper = MirrorUser.start(path.toString(), offered.toString(), packs.toString());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> generations().stream().anyMatch(name -> name.startsWith(".new-")));
        return keeper;
    }

    @Test
    void isBroughtUpToDateByOneAtATimeAndNobodyWaits() throws Exception {
        keep(offer("a", FIRST));
        Process keeper = keeperOfALargePack();
        try {
            assertThat(keep(offer("c", FIRST))).isEqualTo(MirrorDirectory.Kept.BUSY);
            assertThat(shown().head()).isEqualTo("a".repeat(40));
        } finally {
            keeper.destroyForcibly().waitFor();
        }
    }

    @Test
    void staysAsItIsWhereThereIsNoRoomForMore() throws IOException {
        keep(offer("a", FIRST));

        try (MirrorDirectory mirror = MirrorDirectory.use(path, disk -> 1).orElseThrow()) {
            assertThat(mirror.keep(offer("b", FIRST, SECOND), packs)).isEqualTo(MirrorDirectory.Kept.NO_ROOM);
        }

        assertThat(shown().head()).isEqualTo("a".repeat(40));
        assertThat(generations()).hasSize(1);
    }

    @Test
    void takesNoLinkForAPackAndLeavesNothingOfTheTry() throws IOException {
        Files.delete(packs.resolve(FIRST + ".pack"));
        Files.createSymbolicLink(packs.resolve(FIRST + ".pack"), Path.of("/etc/hostname"));

        assertThatThrownBy(() -> keep(offer("a", FIRST))).isInstanceOf(IOException.class);

        assertThat(generations()).isEmpty();
    }

    @Test
    void usesNothingAgainOfAMirrorThatWasOfNoUse() throws IOException {
        keep(offer("a", FIRST));
        Path damaged = shown().directory().resolve("objects/pack/" + FIRST + ".pack");
        Files.delete(damaged);
        Files.writeString(damaged, "worst");

        keep(new MirrorOffer("main", "a".repeat(40), List.of(FIRST), true));

        assertThat(shown().copyTo(directory.resolve("copied"))).isEmpty();
    }

    @Test
    void anOfferThatNamesAnythingElseThanPacksIsNone() throws IOException {
        for (String pack : List.of("../../etc/passwd", "pack-1", FIRST + "/x", "")) {
            Files.writeString(
                    directory.resolve(MirrorOffer.FILE),
                    "{\"branch\":\"main\",\"head\":\"%s\",\"packs\":[\"%s\"],\"anew\":true}"
                            .formatted("a".repeat(40), pack));

            assertThatThrownBy(() -> MirrorOffer.read(directory)).as(pack).isInstanceOf(IOException.class);
        }
    }
}

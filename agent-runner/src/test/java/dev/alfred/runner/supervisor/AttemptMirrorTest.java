package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.mirror.Mirror;
import dev.alfred.runner.mirror.MirrorDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Which stage sees a mirror, and what gets into one; with the real bubblewrap. */
class AttemptMirrorTest {
    private static final String NAME = "pack-" + "1".repeat(40);

    /** As prepare does, with a pack that says what it is; then what an agent might try. */
    private static final String OFFERS = """
            say() { echo "$stage $1"; }
            stage=$1; root=$ALFRED_ROOT
            [ -d "$root/alfred/mirror" ] && say "sees $(ls "$root/alfred/mirror" | tr '\\n' ' ')"
            packs=$root/workspace/repo/.git/objects/pack
            if [ "$stage" = prepare ]; then
              touch "$root/alfred/mirror/x" 2>/dev/null && say "wrote to the mirror"
              mkdir -p "$packs"; echo fetched > "$packs/NAME.pack"; echo index > "$packs/NAME.idx"
              printf '{"branch":"main","head":"HEAD","packs":["NAME"],"anew":false}' > "$root/alfred/handover/prepare/mirror.json"
            elif [ "$stage" = run ]; then
              echo evil > "$packs/NAME.pack"
              cp "$root/alfred/handover/prepare/mirror.json" "$root/alfred/handover/run/mirror.json"
            fi
            exit 0
            """.replace("NAME", NAME).replace("HEAD", "a".repeat(40));

    @TempDir
    Path base;

    private Path mirror;

    @BeforeEach
    void assumeBubblewrap() throws IOException, InterruptedException {
        assumeTrue(AnAttempt.bubblewrapWorks(), "skipped: bubblewrap is missing or may not make user namespaces here");
        mirror = base.resolve("mirrors/one");
    }

    private AnAttempt attempt(String name) throws IOException {
        return new AnAttempt(Files.createDirectory(base.resolve(name)))
                .mirroredIn(mirror)
                .whoseStagesDo(OFFERS);
    }

    private Path generation() throws IOException {
        try (MirrorDirectory used = MirrorDirectory.use(mirror).orElseThrow()) {
            return used.shown();
        }
    }

    private void holdsWhatPrepareFetched() throws IOException {
        assertThat(Mirror.in(generation(), "main")).isInstanceOf(Mirror.Found.Usable.class);
        assertThat(generation().resolve("objects/pack/" + NAME + ".pack")).hasContent("fetched");
    }

    @Test
    void isSeenByPrepareAloneAndHoldsWhatPrepareFetched() throws Exception {
        AnAttempt first = attempt("first").played();

        assertThat(first.log())
                .contains("prepare sees ")
                .noneMatch(line -> line.contains("wrote"))
                .noneMatch(line -> line.startsWith("run sees") || line.startsWith("publish sees"))
                .anyMatch(line -> line.contains("the mirror is at " + "a".repeat(40)));
        assertThat(first.end().cause()).isEqualTo(ExitReason.NONE);
        holdsWhatPrepareFetched();

        AnAttempt second = attempt("second").played();

        assertThat(second.log())
                .contains("prepare sees HEAD alfred-packs config objects packed-refs refs ")
                .noneMatch(line -> line.contains("wrote"));
        assertThat(second.end().cause()).isEqualTo(ExitReason.NONE);
        holdsWhatPrepareFetched();
    }

    @Test
    void whatIsSaidOfItIsSaidByPrepare() throws Exception {
        AnAttempt attempt = attempt("first").played();

        long position =
                Files.readString(attempt.directory.resolve(AttemptFiles.LOG)).indexOf("the mirror is at");
        assertThat(position)
                .isNotNegative()
                .isLessThan(attempt.end(Stage.PREPARE).logEnd());
    }

    @Test
    void isThereForPrepareOnTheHostToo() throws Exception {
        AnAttempt attempt = attempt("first").onTheHost().played();

        assertThat(attempt.log())
                .contains("prepare sees ")
                .noneMatch(line -> line.startsWith("run sees") || line.startsWith("publish sees"));
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
        holdsWhatPrepareFetched();
    }

    @Test
    void anOfferThatCantBeTakenIsANoteAndNoFailure() throws Exception {
        AnAttempt attempt = attempt("first")
                .whoseStagesDo("""
                        [ "$1" = prepare ] || exit 0
                        mkdir -p /workspace/repo/.git/objects
                        ln -s /etc /workspace/repo/.git/objects/pack
                        printf '{"branch":"main","head":"HEAD","packs":["NAME"],"anew":false}' > /alfred/handover/prepare/mirror.json
                        """.replace("NAME", NAME).replace("HEAD", "a".repeat(40)))
                .played();

        assertThat(attempt.log()).anyMatch(line -> line.contains("the mirror stays as it is"));
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
        try (Stream<Path> kept = Files.list(generation())) {
            assertThat(kept).isEmpty();
        }
    }

    @Test
    void whereNoneCanBeMadeTheAttemptGoesOnWithoutOne() throws Exception {
        mirror = Files.writeString(base.resolve("file"), "in the way").resolve("one");

        AnAttempt attempt = attempt("first").whoseStagesDo(OFFERS).played();

        assertThat(attempt.log())
                .anyMatch(line -> line.contains("the mirror can't be used"))
                .noneMatch(line -> line.startsWith("prepare sees"));
        assertThat(attempt.end().cause()).isEqualTo(ExitReason.NONE);
    }
}

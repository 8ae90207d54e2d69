package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;
import dev.alfred.local.git.GitServer;
import dev.alfred.runner.mirror.Mirror;
import dev.alfred.runner.mirror.MirrorDirectory;
import dev.alfred.runner.mirror.MirrorOffer;
import dev.alfred.runner.mirror.MirrorUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A checkout with the help of a mirror is the one without it, for less; and no state of a mirror does harm. */
class MirrorsTest {
    private static final String TOKEN = "invented-token-0123456789";
    private static final int LARGE = 1 << 20;
    private static final int LITTLE = 16 * 1024;

    @TempDir
    private Path directory;

    private Attempts attempts;
    private GitServer forge;
    private Path seed;
    private Path mirrors;
    private StageResult.Prepared prepared;

    @BeforeEach
    void aForgeWithALargeRepository() throws IOException {
        attempts = Attempts.on(directory);
        seed = directory.resolve("seed");
        mirrors = directory.resolve("mirrors/one");
        commit("head -c %d /dev/urandom > large.bin".formatted(LARGE));
        forge = GitServer.open(directory, "alfred", TOKEN);
        attempts.cloneUrl = forge.url("origin.git");
        attempts.git("config http.receivepack true");
    }

    @AfterEach
    void endTheForge() {
        forge.close();
    }

    private void commit(String change) {
        attempts.shell(seed, change + " && git add -A && git commit -qm Change && git push -q origin HEAD:main");
    }

    private Attempts.Attempt next() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        Path credentials = Files.createDirectories(attempt.layout.forgeCredentials());
        Files.writeString(credentials.resolve("username"), "alfred");
        Files.writeString(credentials.resolve("password"), TOKEN);
        return attempt;
    }

    private Attempts.Attempt preparedWithout() throws IOException {
        Attempts.Attempt attempt = next();
        prepared = attempt.prepare();
        return attempt;
    }

    /** As a supervisor does it. */
    private Attempts.Attempt preparedWith() throws IOException {
        Attempts.Attempt attempt = next();
        try (MirrorDirectory mirror = MirrorDirectory.use(mirrors).orElseThrow()) {
            Files.createSymbolicLink(attempt.layout.mirror(), mirror.shown());
            prepared = attempt.prepare();
            Files.delete(attempt.layout.mirror());
            Optional<MirrorOffer> offer =
                    MirrorOffer.read(attempt.layout.prepared().getParent());
            if (offer.isPresent()) {
                assertThat(mirror.keep(offer.get(), attempt.layout.repository().resolve(".git/objects/pack")))
                        .isEqualTo(MirrorDirectory.Kept.KEPT);
            }
        }
        return attempt;
    }

    private Path generation() throws IOException {
        try (MirrorDirectory mirror = MirrorDirectory.use(mirrors).orElseThrow()) {
            return mirror.shown();
        }
    }

    private Path pack(String suffix) throws IOException {
        try (Stream<Path> listed = Files.list(generation().resolve("objects/pack"))) {
            return listed.filter(path -> path.toString().endsWith(suffix))
                    .max(Comparator.comparingLong(path -> path.toFile().length()))
                    .orElseThrow();
        }
    }

    /** All that anybody could find in a workspace. */
    private static String everything(Attempts.Attempt attempt) {
        return attempt.shell("""
                git for-each-ref; cat .git/HEAD .git/config; git status --porcelain --ignored
                git cat-file --batch-all-objects --batch-check | sort
                git fsck --full 2>&1; git rev-list --all --objects | wc -l
                git merge-base HEAD refs/remotes/origin/main; git rev-list --count HEAD
                """);
    }

    private static void needsNobodyElse(Attempts.Attempt attempt) throws IOException {
        Path git = attempt.layout.repository().resolve(".git");
        assertThat(git.resolve("objects/info/alternates")).doesNotExist();
        assertThat(git.resolve("shallow")).doesNotExist();
        assertThat(attempt.shell("git config --get-regexp 'promisor|partialclone' || true"))
                .isEmpty();
        try (Stream<Path> packs = Files.list(git.resolve("objects/pack"))) {
            assertThat(packs).isNotEmpty().allSatisfy(pack -> {
                assertThat(pack.toString()).doesNotEndWith(".promisor");
                assertThat(Files.getAttribute(pack, "unix:nlink")).isEqualTo(1);
            });
        }
    }

    @Test
    void fetchesFromTheForgeWhatChangedAndNoMore() throws IOException {
        preparedWith();
        assertThat(forge.fetchedBytes()).isGreaterThan(LARGE);
        assertThat(prepared.mirror()).isEqualTo(MirrorUse.MISSING);

        Attempts.Attempt unchanged = preparedWith();
        assertThat(forge.fetchedBytes()).isLessThan(LITTLE);
        assertThat(unchanged.logged()).contains("main came from the mirror");
        assertThat(prepared.mirror()).isEqualTo(MirrorUse.CURRENT);

        commit("echo small > small.txt");
        Attempts.Attempt changed = preparedWith();

        assertThat(forge.fetchedBytes()).isLessThan(LITTLE);
        assertThat(changed.logged()).contains("main came from the mirror, and what it lacked from the forge");
        assertThat(prepared.baseCommit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(prepared.mirror()).isEqualTo(MirrorUse.BEHIND);
        preparedWithout();
        assertThat(prepared.mirror()).isNull();
        assertThat(forge.fetchedBytes()).isGreaterThan(LARGE);
    }

    @Test
    void leavesTheSameWorkspaceAsWithoutAMirror() throws IOException {
        attempts.shell(seed, "git tag -a early -m Early && git push -q origin early");
        attempts.shell(
                seed,
                "git checkout -q -b elsewhere && echo e > e && git add -A && git commit -qm Elsewhere && git tag -a side"
                        + " -m Side && git push -q origin HEAD side && git checkout -q main");
        preparedWith();
        commit("echo later > later.txt");
        attempts.shell(
                seed,
                "git tag -a late -m Late && git tag -d early && git push -q origin late :early && git checkout -q -b %s HEAD~1"
                                .formatted(Attempts.BRANCH)
                        + " && echo work > work && git add -A && git commit -qm Work && git tag -a mine -m Mine"
                        + " && git push -q origin HEAD mine && git checkout -q main");
        attempts.pushed = true;

        Attempts.Attempt with = preparedWith();
        StageResult.Prepared told = prepared;
        Attempts.Attempt again = preparedWith();
        Attempts.Attempt without = preparedWithout();

        assertThat(told).usingRecursiveComparison().ignoringFields("mirror").isEqualTo(prepared);
        assertThat(everything(with))
                .isEqualTo(everything(without))
                .contains("refs/tags/late", "refs/tags/mine")
                .doesNotContain("refs/tags/early", "refs/tags/side", "refs/alfred", "missing", "dangling");
        assertThat(everything(again)).isEqualTo(everything(without));
        needsNobodyElse(with);
        needsNobodyElse(again);
    }

    @Test
    void anAgentWorksAndPublishesOnItAsOnAnyOther() throws IOException {
        preparedWith();
        Attempts.Attempt attempt = preparedWith();
        attempts.shell(directory, "rm -rf mirrors");

        attempt.run();
        StageResult.Published published = attempt.publish();

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(published.commit()).isEqualTo(attempts.git("rev-parse refs/heads/" + Attempts.BRANCH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"flipped", "cut", "pack gone", "index gone", "head gone", "head wrong", "list", "emptied"})
    void goesWithoutAMirrorThatIsDamagedAndMakesItAnew(String damage) throws IOException {
        preparedWith();
        Path generation = generation();
        switch (damage) {
            case "flipped" -> flip(pack(".pack"));
            case "cut" -> truncate(pack(".pack"));
            case "pack gone" -> Files.delete(pack(".pack"));
            case "index gone" -> Files.delete(pack(".idx"));
            case "head gone" -> Files.delete(generation.resolve("packed-refs"));
            case "head wrong" -> replace(generation.resolve("packed-refs"), "1".repeat(40) + " refs/heads/main\n");
            case "list" -> replace(generation.resolve("alfred-packs"), "nothing of the kind\n");
            case "emptied" -> replace(generation.resolve("alfred-packs"), "");
            default -> throw new IllegalArgumentException(damage);
        }
        forge.fetchedBytes();

        Attempts.Attempt attempt = preparedWith();

        assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
        assertThat(attempt.logged()).anyMatch(line -> line.startsWith("the mirror was of no use ("));
        assertThat(prepared.mirror()).isEqualTo(MirrorUse.USELESS);
        assertThat(forge.fetchedBytes()).isGreaterThan(LARGE);
        assertThat(everything(attempt)).isEqualTo(everything(preparedWithout()));
        forge.fetchedBytes();
        assertThat(everything(preparedWith())).isEqualTo(everything(attempt));
        assertThat(forge.fetchedBytes()).isLessThan(LITTLE);
    }

    private static void flip(Path file) throws IOException {
        assertThat(file.toFile().setWritable(true)).isTrue();
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(LARGE / 2);
            int there = open.read();
            open.seek(LARGE / 2);
            open.write(there ^ 1);
        }
    }

    private static void truncate(Path file) throws IOException {
        assertThat(file.toFile().setWritable(true)).isTrue();
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(LARGE / 2);
        }
    }

    private static void replace(Path file, String content) throws IOException {
        Files.delete(file);
        Files.writeString(file, content);
    }

    /** What was purged from the forge is in no workspace from then on, and in no mirror either. */
    @Test
    void forgetsWhatWasRewrittenOnTheForge() throws IOException {
        commit("echo password > secret.txt");
        String secret = attempts.shell(seed, "git rev-parse HEAD:secret.txt");
        preparedWith();
        attempts.shell(
                seed,
                "git reset -q --hard HEAD~1 && echo fine > fine.txt && git add -A && git commit -qm Fine"
                        + " && git push -q --force origin HEAD:main");

        Attempts.Attempt attempt = preparedWith();

        assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
        assertThat(attempt.logged()).anyMatch(line -> line.contains("main was rewritten on the forge"));
        assertThat(everything(attempt)).isEqualTo(everything(preparedWithout())).doesNotContain(secret);
        assertThat(everything(preparedWith())).doesNotContain(secret);
    }

    @Test
    void holdsNothingOfAnIssuesBranch() throws IOException {
        attempts.shell(
                seed,
                "git checkout -q -b %s && echo private > private.txt && git add -A && git commit -qm Work && git push -q origin HEAD && git checkout -q main"
                        .formatted(Attempts.BRANCH));
        String theirs = attempts.git("rev-parse %s:private.txt".formatted(Attempts.BRANCH));
        attempts.pushed = true;
        preparedWith();
        commit("echo later > later.txt");

        Attempts.Attempt attempt = preparedWith();

        assertThat(everything(attempt)).contains(theirs);
        assertThat(attempts.shell(generation(), "git cat-file --batch-all-objects --batch-check; git fsck --full"))
                .contains(attempts.git("rev-parse main"))
                .doesNotContain(theirs);
    }

    @Test
    void givesNothingToARunThatTheForgeRefuses() throws IOException {
        preparedWith();
        Attempts.Attempt attempt = next();
        Files.writeString(attempt.layout.forgeCredentials().resolve("password"), "revoked");
        Files.createSymbolicLink(attempt.layout.mirror(), generation());

        prepared = attempt.prepare();

        assertThat(prepared.reason()).isEqualTo(ExitReason.FORGE_UNAUTHORIZED);
        assertThat(attempt.layout.repository().resolve(".git")).doesNotExist();
    }

    @Test
    void isOfNoUseToARepositoryThatTookAnothersPlace() throws IOException {
        preparedWith();
        attempts.shell(
                directory,
                "rm -rf origin.git other && git init -q --bare -b main origin.git && git clone -q origin.git other 2>/dev/null"
                        + " && cd other && git checkout -q -B main && echo other > other && git add -A && git commit -qm Other"
                        + " && git push -q origin main");

        Attempts.Attempt attempt = preparedWith();

        assertThat(prepared.baseCommit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(everything(attempt)).isEqualTo(everything(preparedWithout()));
        assertThat(attempts.shell(generation(), "git cat-file --batch-all-objects --batch-check"))
                .doesNotContain("large")
                .hasLineCount(3);
    }

    @Test
    void knowsRepositoriesOfTheOtherKindOfIds() throws IOException {
        attempts.shell(
                directory,
                "rm -rf origin.git other && git init -q --bare -b main --object-format=sha256 origin.git"
                        + " && git init -q -b main --object-format=sha256 other && cd other && git remote add origin ../origin.git"
                        + " && head -c %d /dev/urandom > large.bin && git add -A && git commit -qm Begin && git push -q origin main"
                                .formatted(LARGE));
        preparedWith();
        forge.fetchedBytes();

        Attempts.Attempt attempt = preparedWith();

        assertThat(forge.fetchedBytes()).isLessThan(LITTLE);
        assertThat(prepared.baseCommit()).hasSize(64);
        assertThat(everything(attempt)).isEqualTo(everything(preparedWithout()));
        assertThat(attempts.shell(generation(), "git fsck --full && git rev-parse main"))
                .contains(prepared.baseCommit());
    }

    @Test
    void aRunThatStillReadsIsNotDisturbedByOneThatBringsItUpToDate() throws Exception {
        preparedWith();
        Process other = MirrorUser.start(mirrors.toString());
        try {
            Path shown = Path.of(other.inputReader().readLine());
            commit("echo later > later.txt");
            preparedWith();
            Attempts.Attempt slow = next();
            Files.createSymbolicLink(slow.layout.mirror(), shown);

            prepared = slow.prepare();

            assertThat(slow.logged()).contains("main came from the mirror, and what it lacked from the forge");
            assertThat(everything(slow)).isEqualTo(everything(preparedWithout()));
            assertThat(generation()).isNotEqualTo(shown);
        } finally {
            other.getOutputStream().close();
            other.waitFor();
        }
    }

    @Test
    void staysInFewPacksHoweverOftenTheBaseMoves() throws IOException {
        preparedWith();
        for (int i = 0; i < 12; i++) {
            commit("echo %d > moving.txt".formatted(i));
            preparedWith();
        }
        Attempts.Attempt attempt = preparedWith();

        try (Stream<Path> listed = Files.list(generation().resolve("objects/pack"))) {
            List<Path> packs =
                    listed.filter(path -> path.toString().endsWith(".pack")).toList();
            assertThat(packs).hasSizeLessThan(10);
        }
        assertThat(everything(attempt)).isEqualTo(everything(preparedWithout()));
        assertThat(Mirror.in(generation(), "main")).isInstanceOf(Mirror.Found.Usable.class);
    }
}

package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What an agent may leave behind, and what becomes of its work then. The time limit only ends what would hang for ever. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class LeftBehindTest {
    private static final String COMMIT = "echo work > work.txt; git add -A; git commit -qm Work";

    @TempDir
    private Path directory;

    private Attempts attempts;

    @BeforeEach
    void aRepository() throws IOException {
        attempts = Attempts.on(directory);
    }

    @Test
    void filesThatSteerGitAndAreNoFilesKeepNothingWaiting() throws IOException {
        for (String trap : new String[] {
            "rm .gitignore; mkfifo .gitignore",
            "mkfifo .gitattributes",
            "mkdir sub; mkfifo sub/.gitignore; echo x > sub/x",
            "mkdir sub; mkfifo sub/.gitattributes; echo x > sub/x",
            "truncate -s 9T .gitattributes"
        }) {
            StageResult.Published published = published(COMMIT + "; echo left > left.txt; " + trap);

            assertThat(published.pushed()).as(trap + ": " + published.detail()).isTrue();
            assertThat(published.detail()).as(trap).contains(".git");
            assertThat(files(published)).as(trap).contains("work.txt").doesNotContain("left.txt");
            forgetTheBranch();
        }
    }

    @Test
    void otherThingsThatAreNoFilesAreLeftOut() throws IOException {
        StageResult.Published published =
                published("mkfifo pipe .mailmap .git/info/exclude .git/MERGE_HEAD; echo left > left.txt");

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(files(published)).contains("left.txt").doesNotContain("pipe");
    }

    @Test
    void aPipeInTheGitDirectoryThatPublishReadsIsRefused() throws IOException {
        for (String place : new String[] {
            ".git/HEAD", ".git/objects/pipe", ".git/refs/heads/agent", ".git/refs/heads/" + Attempts.BRANCH
        }) {
            StageResult.Published published =
                    published("git pack-refs --all; %s; rm -rf %s; mkfifo %s".formatted(COMMIT, place, place));

            assertThat(published.reason()).as(place).isEqualTo(ExitReason.NOT_PUBLISHABLE);
        }
    }

    @Test
    void whateverLiesWhereTheRunStageWritesIsReplaced() throws IOException {
        Path victim = directory.resolve("victim");
        for (String trap : new String[] {
            "mkfifo RESULT MESSAGE",
            "mkdir -p RESULT/full/of MESSAGE/things",
            "echo untouched > %s; ln -s %s RESULT; ln -s %s MESSAGE".formatted(victim, victim, victim)
        }) {
            attempts.prompt = "[[tool:%s]]"
                    .formatted(("mkdir -p ../../alfred/handover/run; rm -f MESSAGE; " + trap)
                            .replace("RESULT", "../../alfred/handover/run/run.json")
                            .replace("MESSAGE", "../../alfred/termination/message"));
            Attempts.Attempt attempt = attempts.next();
            attempt.prepare();

            StageResult.Ran ran = attempt.run();

            assertThat(ran.reason()).as(trap).isEqualTo(ExitReason.NONE);
            assertThat(attempt.layout.ran()).as(trap).isRegularFile();
        }
        assertThat(victim).hasContent("untouched");
    }

    @Test
    void aResultThatIsNoFileIsNotReadAndTheLastMessageCounts() throws IOException {
        for (String trap : new String[] {"mkfifo", "mkdir", "ln -s /etc/passwd"}) {
            attempts.prompt = "MARK-said [[tool:%s ../out/result.json]]".formatted(trap);

            StageResult.Ran ran = attempts.runThrough();

            assertThat(ran.reason()).as(trap).isEqualTo(ExitReason.NONE);
            assertThat(ran.result().text()).as(trap).contains("MARK-said");
        }
    }

    @Test
    void pushesTheCommitsWhenWhatWasLeftCantBePublished() throws IOException {
        for (String trap : new String[] {"truncate -s 150M large.bin", "rm README; mkfifo README"}) {
            StageResult.Published published = published(COMMIT + "; echo left > left.txt; " + trap);

            assertThat(published.reason()).as(trap + ": " + published.detail()).isEqualTo(ExitReason.NONE);
            assertThat(published.pushed()).as(trap).isTrue();
            assertThat(published.commits()).as(trap).isEqualTo(1);
            assertThat(published.detail()).as(trap).contains("left uncommitted");
            forgetTheBranch();
        }
    }

    @Test
    void refusesWhenNothingCouldBePublished() throws IOException {
        StageResult.Published published = published("truncate -s 150M large.bin");

        assertThat(published.reason()).isEqualTo(ExitReason.NOT_PUBLISHABLE);
        assertThat(published.detail()).contains("large.bin").contains("too large");
    }

    @Test
    void takesTheCommitsOfAHeadThatGoesOnFromTheBranch() throws IOException {
        StageResult.Published published = published(
                COMMIT
                        + "; git checkout -q --detach; echo more > more.txt; git add -A; git commit -qm More; echo left > left.txt");

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(published.commits()).isEqualTo(3);
        assertThat(files(published)).contains("work.txt", "more.txt", "left.txt");
    }

    @Test
    void refusesAHeadBesideTheBranch() throws IOException {
        StageResult.Published published = published(COMMIT
                + "; git checkout -q --detach HEAD~1; echo other > other.txt; git add -A;" + " git commit -qm Other");

        assertThat(published.reason()).isEqualTo(ExitReason.NOT_PUBLISHABLE);
        assertThat(published.detail()).contains("off the branch");
    }

    @Test
    void takesInTheFilesOfARepositoryInside() throws IOException {
        StageResult.Published published =
                published("mkdir -p pkg/deep; cd pkg; git init -q; echo inner > inner.txt; echo committed > deep/c.txt;"
                        + " git add deep; git commit -qm Inner; rm .git/HEAD; mkfifo .git/HEAD .git/commondir");

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(files(published))
                .contains("pkg/inner.txt", "pkg/deep/c.txt")
                .noneMatch(file -> file.contains(".git/"));
        assertThat(published.detail()).contains("pkg");
    }

    @Test
    void refusesCommitsThatWouldPlantAGitDirectory() throws IOException {
        for (String name : new String[] {".git", ".GIT", "git~1", ".git ", ".g\\342\\200\\214it"}) {
            StageResult.Published published = published("B=$(echo evil | git hash-object -w --stdin);"
                    + " T=$(printf '100644 blob %s\\tconfig\\n' $B | git mktree);"
                    + " R=$(printf '040000 tree %s\\tNAME\\n' $T | git mktree);".replace("NAME", name)
                    + " git update-ref HEAD $(git commit-tree -m evil -p HEAD $R)");

            assertThat(published.reason()).as(name).isEqualTo(ExitReason.NOT_PUBLISHABLE);
            assertThat(published.detail()).as(name).contains(".git");
            assertThat(attempts.git("for-each-ref --format='%(refname)'")).isEqualTo("refs/heads/main");
        }
    }

    @Test
    void putsAWorkspaceFullOfTrapsBackForTheSecondStart() throws IOException {
        attempts.prompt = "MARK-first";
        attempts.runThrough();
        attempts.scenario("history-lost");
        attempts.prompt = "MARK-second [[tool:if [ -e wrong ]; then echo again > seen; fi;"
                + " if [ ! -e ../../once ]; then touch ../../once wrong; rm -rf .gitignore ../out; mkfifo .gitattributes"
                + " .gitignore ../out .git/packed-refs2; rm -f .git/HEAD .git/packed-refs .git/logs;"
                + " mkfifo .git/HEAD .git/packed-refs; mkdir inner inner/.git; mkfifo inner/.git/HEAD;"
                + " else git rev-parse origin/main > base; fi]]";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).as(ran.detail()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().resumeFallback()).isEqualTo(ResumeFallback.HISTORY_LOST);
        assertThat(attempt.layout.repository().resolve("seen")).doesNotExist();
        assertThat(attempt.layout.repository().resolve(".gitignore")).hasContent("ignored");
        assertThat(attempt.layout.repository().resolve("base")).hasContent(attempts.git("rev-parse main"));
        assertThat(attempt.shell("git status --porcelain")).isEqualTo("?? base");
        assertThat(Files.isDirectory(attempt.layout.out())).isTrue();
    }

    private StageResult.Published published(String script) throws IOException {
        attempts.prompt = "Nothing";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();
        attempt.shell(script);
        return attempt.publish();
    }

    private List<String> files(StageResult.Published published) {
        return attempts.git("ls-tree -r --name-only " + published.commit())
                .lines()
                .toList();
    }

    private void forgetTheBranch() {
        attempts.git("update-ref -d refs/heads/" + Attempts.BRANCH);
    }
}

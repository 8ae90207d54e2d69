package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a repository from checkout to push. */
class WorkspacesTest {
    @TempDir
    private Path directory;

    private Attempts attempts;

    @BeforeEach
    void aRepository() throws IOException {
        attempts = Attempts.on(directory);
    }

    @Test
    void developsOnANewBranchFromTheBaseAndPushesIt() throws IOException {
        Attempts.Attempt attempt = attempts.next();

        StageResult.Prepared prepared = attempt.prepare();
        attempt.run();
        StageResult.Published published = attempt.publish();

        assertThat(prepared.branchExisted()).isFalse();
        assertThat(prepared.baseCommit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(published.reason()).as(published.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.pushed()).isTrue();
        assertThat(published.commits()).isEqualTo(1);
        assertThat(published.commit()).isEqualTo(attempts.git("rev-parse refs/heads/" + Attempts.BRANCH));
        assertThat(attempts.git("log -1 --format='%an <%ae> %s' " + Attempts.BRANCH))
                .isEqualTo("Alfred Test <alfred@example.invalid> Add the work");
    }

    @Test
    void tellsTheCommitBeforeItPushes() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();

        attempt.publish();

        assertThat(attempt.lines)
                .filteredOn(line -> line instanceof RunnerLine.Result result
                        && result.stage() == dev.alfred.contracts.vocabulary.Stage.PUBLISH)
                .hasSize(2);
    }

    @Test
    void commitsWhatWasLeftAfterASuccessButNothingIgnored() throws IOException {
        attempts.prompt = "[[tool:echo new > 'new file.txt'; echo x > ignored; rm README; ln -s /etc/passwd link]]";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();

        StageResult.Published published = attempt.publish();

        assertThat(published.commits()).isEqualTo(1);
        assertThat(attempts.git("ls-tree --name-only " + published.commit()))
                .isEqualTo(".gitignore\nlink\nnew file.txt");
        assertThat(attempts.git("log -1 --format=%b " + published.commit())).contains("Alfred-Run: 019a0000");
    }

    @Test
    void dropsWhatWasLeftWhenTheTimeWasUpAndPushesTheCommits() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();
        Files.writeString(attempt.layout.ran(), "{\"stage\":\"run\",\"reason\":\"timeout\"}");
        attempt.shell("echo half > half.txt");

        StageResult.Published published = attempt.publish();

        assertThat(published.pushed()).isTrue();
        assertThat(attempts.git("ls-tree --name-only " + published.commit())).doesNotContain("half.txt");
    }

    @Test
    void worksOnTheBranchThatItPushedBefore() throws IOException {
        Attempts.Attempt first = attempts.next();
        first.prepare();
        first.run();
        String head = first.publish().commit();
        attempts.pushed = true;
        attempts.prompt = "[[tool:echo more > more.txt]]";
        Attempts.Attempt second = attempts.next();

        StageResult.Prepared prepared = second.prepare();
        second.run();
        StageResult.Published published = second.publish();

        assertThat(prepared.branchExisted()).isTrue();
        assertThat(prepared.baseCommit()).isEqualTo(head);
        assertThat(published.commits()).isEqualTo(1);
        assertThat(attempts.git("rev-list --count main.." + Attempts.BRANCH)).isEqualTo("2");
    }

    @Test
    void neverWorksOnABranchOfThatNameThatItDidNotPush() throws IOException {
        attempts.git("branch " + Attempts.BRANCH + " main");
        Attempts.Attempt attempt = attempts.next();

        StageResult.Prepared prepared = attempt.prepare();

        assertThat(prepared.reason()).isEqualTo(ExitReason.BRANCH_TAKEN);
        assertThat(attempt.status).isEqualTo(1);
    }

    @Test
    void readsFromTheBaseAndLeavesNoTraceInAReadOnlyPhase() throws IOException {
        attempts.phase = Phase.ANALYSIS;
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();

        StageResult.Published published = attempt.publish();

        assertThat(attempt.shell("git rev-parse --abbrev-ref HEAD")).isEqualTo("alfred-read-only");
        assertThat(published.pushed()).isFalse();
        assertThat(published.commit()).isEqualTo(attempts.git("rev-parse main"));
        assertThat(attempts.git("for-each-ref --format='%(refname)'")).isEqualTo("refs/heads/main");
    }

    @Test
    void takesWhatSteersAgentsFromTheBaseOnABranchOfSomebodyElses() throws IOException {
        Path seed = directory.resolve("seed");
        attempts.shell(
                seed,
                "mkdir .claude && echo base > CLAUDE.md && echo base > .claude/settings.json && git add -A"
                        + " && git commit -qm Rules && git push -q origin main");
        attempts.shell(
                seed,
                "git checkout -q -b %s && echo theirs > CLAUDE.md && echo theirs > AGENTS.md && git rm -rq .claude && ln -s /tmp .claude && echo work > theirs.txt && git add -A && git commit -qm Theirs && git push -q origin HEAD"
                        .formatted(Attempts.BRANCH));
        attempts.alfredsOwn = false;
        attempts.phase = Phase.REVIEW_FIX;
        attempts.prompt =
                "[[tool:cat CLAUDE.md .claude/settings.json > seen.txt; ls AGENTS.md >> seen.txt; git add -A; git commit -qm Seen; echo left > left.txt]]";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();

        StageResult.Published published = attempt.publish();

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(attempts.git("show %s:seen.txt".formatted(published.commit())))
                .isEqualTo("base\nbase");
        assertThat(attempts.git("diff --name-only %s~2 %s".formatted(published.commit(), published.commit())))
                .isEqualTo("left.txt\nseen.txt");
    }

    @Test
    void refusesAnEmptyRepository() throws IOException {
        attempts.shell(directory, "rm -rf origin.git && git init -q --bare -b main origin.git");

        assertThat(attempts.next().prepare().reason()).isEqualTo(ExitReason.EMPTY_REPOSITORY);
    }

    @Test
    void callsAForgeThatIsNotThereUnreachable() throws IOException {
        attempts.shell(directory, "rm -rf origin.git");

        assertThat(attempts.next().prepare().reason()).isEqualTo(ExitReason.FORGE_UNREACHABLE);
    }

    @Test
    void beginsFromTheCommitThatTheFirstAttemptBeganFrom() throws IOException {
        attempts.baseCommit = attempts.git("rev-parse main");
        attempts.shell(
                directory.resolve("seed"),
                "echo later > later && git add -A && git commit -qm Later && git push -q origin main");

        assertThat(attempts.next().prepare().baseCommit()).isEqualTo(attempts.baseCommit);
    }

    @Test
    void doesNotOverwriteWhatOthersPushedMeanwhile() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();
        attempts.shell(
                directory.resolve("seed"),
                "git checkout -q -b %s && git commit -q --allow-empty -m Theirs && git push -q origin HEAD"
                        .formatted(Attempts.BRANCH));

        StageResult.Published published = attempt.publish();

        assertThat(published.reason()).isEqualTo(ExitReason.PUSH_REFUSED);
        assertThat(attempts.git("log -1 --format=%s " + Attempts.BRANCH)).isEqualTo("Theirs");
    }

    @Test
    void honoursNothingThatTheAgentPutIntoTheGitDirectory() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();
        Path trap = directory.resolve("trapped");
        attempt.shell("""
                for hook in pre-push pre-commit post-commit reference-transaction post-index-change; do
                  mkdir -p .git/hooks; printf '#!/bin/sh\\ntouch TRAP\\n' > .git/hooks/$hook; chmod +x .git/hooks/$hook
                done
                printf '#!/bin/sh\\ntouch TRAP\\ncat\\n' > evil.sh; chmod +x evil.sh
                git config core.fsmonitor "$PWD/evil.sh"; git config core.sshCommand "touch TRAP"
                git config filter.evil.clean "$PWD/evil.sh"; git config credential.helper '!touch TRAP'
                git config uploadpack.packObjectsHook "$PWD/evil.sh"; git config core.hooksPath .git/hooks
                git config url.file:///nowhere/.insteadOf file://
                echo '* filter=evil' > .gitattributes; echo '* filter=evil' > .git/info/attributes
                echo left > left.txt
                """.replace("TRAP", trap.toString()));
        Files.deleteIfExists(trap);

        StageResult.Published published = attempt.publish();

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(trap).doesNotExist();
        assertThat(attempts.git("show %s:left.txt".formatted(published.commit())))
                .isEqualTo("left");
    }

    @Test
    void refusesAGitDirectoryThatWasReplaced() throws IOException {
        for (String trick : new String[] {
            "mv .git ../hidden && ln -s ../hidden .git",
            "mv .git ../hidden2 && echo 'gitdir: ../hidden2' > .git",
            "echo /somewhere/objects > .git/objects/info/alternates",
            "git checkout -q -b elsewhere",
            "git checkout -q --orphan fresh && git commit -qm x && git branch -M %s".formatted(Attempts.BRANCH)
        }) {
            Attempts.Attempt attempt = attempts.next();
            attempt.prepare();
            attempt.run();
            attempt.shell("mkdir -p .git/objects/info; " + trick);

            StageResult.Published published = attempt.publish();

            assertThat(published.reason()).as(trick).isEqualTo(ExitReason.NOT_PUBLISHABLE);
            assertThat(attempts.git("for-each-ref --format='%(refname)'")).isEqualTo("refs/heads/main");
        }
    }

    @Test
    void leavesARepositoryInsideTheWorkspaceAlone() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();
        attempt.run();
        Path trap = directory.resolve("trapped");
        attempt.shell("""
                mkdir inner && cd inner && git init -q && git commit -q --allow-empty -m inner
                printf '#!/bin/sh\\ntouch TRAP\\n' > evil.sh; chmod +x evil.sh; git config core.fsmonitor "$PWD/evil.sh"
                cd .. && git add inner 2>/dev/null && git commit -qm 'Link inner'; rm -f TRAP
                """.replace("TRAP", trap.toString()));

        StageResult.Published published = attempt.publish();

        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(trap).doesNotExist();
    }

    @Test
    void runsTheBaseBranchsSetupBeforeTheAgentWithoutACredential() throws IOException {
        attempts.shell(
                directory.resolve("seed"),
                "mkdir .alfred && printf '#!/bin/sh\\nenv > ignored\\necho ready\\n' > .alfred/setup.sh && git add -A"
                        + " && git commit -qm Setup && git push -q origin main");
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).isEqualTo(ExitReason.NONE);
        assertThat(attempt.logged()).contains("setup: ready");
        assertThat(Files.readString(attempt.layout.repository().resolve("ignored")))
                .doesNotContain("ANTHROPIC");
    }

    @Test
    void aFailingSetupIsAReasonOfItsOwn() throws IOException {
        attempts.shell(
                directory.resolve("seed"),
                "mkdir .alfred && echo 'echo no compiler >&2; exit 4' > .alfred/setup.sh && git add -A"
                        + " && git commit -qm Setup && git push -q origin main");
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(ran.reason()).isEqualTo(ExitReason.SETUP_FAILED);
        assertThat(ran.detail()).contains("status 4").contains("no compiler");
    }

    @Test
    void takesTheAgentsResultFromItsFile() throws IOException {
        attempts.prompt =
                "[[tool:echo '{\"outcome\":\"question\",\"text\":\"t\",\"question\":\"which?\"}' > ../out/result.json]]";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        StageResult.Ran ran = attempt.run();

        assertThat(ran.result().question()).isEqualTo("which?");
    }

    @Test
    void masksSecretsInEveryLine() throws IOException {
        attempts.prompt = "[[tool:echo $ANTHROPIC_API_KEY glpat-abcdefghijklmnopqrst]] made-up-secret-key";
        Attempts.Attempt attempt = attempts.next();
        attempt.prepare();

        attempt.run();

        assertThat(attempt.lines).isNotEmpty().noneMatch(line -> line.toString().contains("made-up-secret-key"));
        assertThat(attempt.lines).noneMatch(line -> line.toString().contains("glpat-abc"));
    }
}

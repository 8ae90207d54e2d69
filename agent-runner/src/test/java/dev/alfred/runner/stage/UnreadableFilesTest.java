package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.local.git.GitServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of work when files can't be read, for a worker that has no right to pass over a file's mode. */
class UnreadableFilesTest {
    @TempDir
    private Path directory;

    private Attempts attempts;
    private GitServer forge;

    @BeforeEach
    void aForge() throws IOException {
        attempts = Attempts.on(directory);
        forge = GitServer.open(directory, "alfred", "invented-token-0123456789");
        attempts.cloneUrl = forge.url("origin.git");
        attempts.git("config http.receivepack true");
    }

    @AfterEach
    void endTheForge() {
        forge.close();
    }

    @Test
    void pushesTheCommitsBesideAFileThatCantBeRead() throws IOException, InterruptedException {
        Attempts.Attempt attempt = prepared();
        attempt.run();
        attempt.shell("echo left > left.txt; echo secret > locked.txt; chmod 000 locked.txt");

        Termination published = stage(attempt, "publish");

        assertThat(published.reason()).as(published.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.detail()).contains("left uncommitted");
        assertThat(attempts.git("rev-parse " + Attempts.BRANCH)).isEqualTo(published.commit());
    }

    @Test
    void aDirectoryThatCantBeReadIsNamed() throws IOException, InterruptedException {
        Attempts.Attempt attempt = prepared();
        attempt.run();
        attempt.shell("echo left > left.txt; mkdir -m 000 locked");

        Termination published = stage(attempt, "publish");

        assertThat(published.reason()).as(published.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.detail()).contains("locked");
        assertThat(attempts.git("ls-tree --name-only " + published.commit())).contains("left.txt");
    }

    @Test
    void saysInWordsThatTheGitDirectoryCantBeRead() throws IOException, InterruptedException {
        for (String lock : new String[] {
            "chmod 000 .git/objects/$(git rev-parse HEAD | cut -c1-2)",
            "chmod 000 .git/objects/$(git rev-parse HEAD | cut -c1-2)/*",
            "chmod 000 .git/objects",
            "chmod 000 .git",
            "chmod 000 .git/HEAD",
            "chmod 000 .git/refs/heads/agent/*",
            "git pack-refs --all; git commit -q --allow-empty -m More; chmod 000 .git/refs/heads/agent"
        }) {
            Attempts.Attempt attempt = prepared();
            attempt.run();
            attempt.shell(lock);

            Termination published = stage(attempt, "publish");
            attempt.shell("chmod -R u+rwX .git");

            assertThat(published.reason()).as(lock + ": " + published.detail()).isEqualTo(ExitReason.NOT_PUBLISHABLE);
            assertThat(published.detail()).as(lock).doesNotContain("Exception");
        }
    }

    @Test
    void aNewSessionThatCantBeReadAtTheEndIsNotResumableAndTheWorkStays() throws IOException, InterruptedException {
        for (String locked : new String[] {"*/*.jsonl", "*"}) {
            Attempts.Attempt attempt = prepared();
            afterTheAgent("chmod 000 " + attempts.state + "/" + locked);

            stage(attempt, "run");
            attempts.shell(attempts.state, "chmod -R u+rwX . && rm -rf ./*");

            StageResult.Ran ran = ran(attempt);
            assertThat(ran.reason()).as(ran.detail()).isEqualTo(ExitReason.NONE);
            assertThat(ran.llm().resumable()).isFalse();
            assertThat(ran.llm().usage().inputTokens()).isPositive();
            assertThat(attempt.shell("git log -1 --format=%s")).isEqualTo("Add the work");
        }
    }

    @Test
    void aResumedSessionThatCantBeReadAtTheEndIsLostAndAFreshOneDoesTheWork() throws IOException, InterruptedException {
        Attempts.Attempt first = prepared();
        first.run();
        attempts.remember(ran(first).llm());
        attempts.prompt = "[[tool:echo more > more.txt; git add -A; git commit -qm More]]";
        Attempts.Attempt second = prepared();
        afterTheAgent("chmod 000 %s/*/%s.jsonl".formatted(attempts.state, attempts.resumeId));

        stage(second, "run");

        StageResult.Ran ran = ran(second);
        assertThat(ran.reason()).as(ran.detail()).isEqualTo(ExitReason.NONE);
        assertThat(ran.llm().resumeFallback()).isEqualTo(ResumeFallback.HISTORY_LOST);
        assertThat(second.shell("git log --format=%s")).isEqualTo("More\nBegin");
    }

    @Test
    void aResultThatCantBeReadIsNotUsedAndTheLastMessageCounts() throws IOException, InterruptedException {
        attempts.prompt = "MARK-said [[tool:echo x > ../out/result.json; chmod 000 ../out/result.json]]";
        Attempts.Attempt attempt = prepared();

        stage(attempt, "run");

        StageResult.Ran ran = ran(attempt);
        assertThat(ran.reason()).as(ran.detail()).isEqualTo(ExitReason.NONE);
        assertThat(ran.result().text()).contains("MARK-said");
    }

    @Test
    void detectionNamesTheAgentsThatItCantRead() throws IOException, InterruptedException {
        Path agents = directory.resolve("agents");
        for (Path locked : new Path[] {agents, agents.resolve("bin"), agents.resolve("bin/claude")}) {
            Set<PosixFilePermission> open = Files.getPosixFilePermissions(locked);
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));

            Process detect = start(attempts.next().program("detect").redirectErrorStream(true));
            Files.setPosixFilePermissions(locked, open);

            assertThat(detect.exitValue()).as(locked.toString()).isEqualTo(1);
            assertThat(Files.readString(directory.resolve("out"))
                            .lines()
                            .toList()
                            .getLast())
                    .contains(locked.toString(), "can't be read", "chmod -R a+rX");
        }
    }

    private Attempts.Attempt prepared() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        Path credentials = Files.createDirectories(attempt.layout.forgeCredentials());
        Files.writeString(credentials.resolve("username"), "alfred");
        Files.writeString(credentials.resolve("password"), "invented-token-0123456789");
        assertThat(attempt.prepare().reason()).isEqualTo(ExitReason.NONE);
        return attempt;
    }

    /** Has the script run whenever the agent's CLI has ended. */
    private void afterTheAgent(String script) throws IOException {
        Path cli = directory.resolve("agents/bin/claude");
        Path real = directory.resolve("agents/real-claude");
        if (!Files.exists(real)) {
            Files.move(cli, real);
        }
        Files.writeString(
                cli,
                "#!/bin/sh\n%s \"$@\"; status=$?\n[ \"$1\" = --version ] || %s\nexit $status\n"
                        .formatted(real, script));
        Files.setPosixFilePermissions(cli, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static StageResult.Ran ran(Attempts.Attempt attempt) throws IOException {
        return ContractJson.mapper().readValue(attempt.layout.ran().toFile(), StageResult.Ran.class);
    }

    private Termination stage(Attempts.Attempt attempt, String command) throws IOException, InterruptedException {
        Files.deleteIfExists(attempt.layout.termination());
        start(attempt.program(command).redirectError(ProcessBuilder.Redirect.INHERIT));
        return ContractJson.mapper().readValue(attempt.layout.termination().toFile(), Termination.class);
    }

    private Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        if (Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid"))) {
            builder.command()
                    .addAll(0, List.of("setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search"));
        }
        Process program =
                builder.redirectOutput(directory.resolve("out").toFile()).start();
        assertThat(program.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return program;
    }
}

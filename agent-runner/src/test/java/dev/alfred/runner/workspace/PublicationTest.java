package dev.alfred.runner.workspace;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Published;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.runner.process.Cancellation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of work when a git command of the publication fails under it. */
class PublicationTest {
    private static final String BRANCH = "agent/issue-7-add-a-name";

    @TempDir
    private Path directory;

    private final Cancellation cancellation = new Cancellation();
    private Consumer<Published> announced = planned -> {};
    private Path worktree;
    private String base;

    @BeforeEach
    void aWorktreeOnTheBranch() {
        shell(
                directory,
                "git init -q --bare -b main origin.git && git init -q -b %s work && cd work && echo hello > README && git add -A && git commit -qm Begin"
                        .formatted(BRANCH));
        worktree = directory.resolve("work");
        base = shell(worktree, "git rev-parse HEAD");
    }

    @Test
    void publishesWhereNothingFails() throws IOException {
        shell(worktree, "echo work > work.txt && git add -A && git commit -qm Work && echo left > left.txt");

        Published published = publish("nothing", "true");

        assertThat(published.reason()).as(published.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.commits()).isEqualTo(2);
        assertThat(pushed()).isEqualTo(published.commit());
    }

    /** Who finds that commit on the remote later knows that the work is done, whatever became of the rest. */
    @Test
    void tellsTheCommitWhileNothingOfItIsOnTheRemote() throws IOException {
        shell(worktree, "echo work > work.txt && git add -A && git commit -qm Work && echo left > left.txt");
        List<String> told = new ArrayList<>();
        announced = planned -> told.add(planned.commit() + " " + pushed());

        Published published = publish("nothing", "true");

        assertThat(told).containsExactly(published.commit() + " ");
        assertThat(pushed()).isEqualTo(published.commit());
    }

    @Test
    void neverTakesAFailedCommandForASuccessWithoutWork() throws IOException {
        shell(worktree, "echo left > left.txt");
        for (String command :
                new String[] {"init", "merge-base", "read-tree", "ls-tree", "ls-files", "update-index", "write-tree"}) {
            for (String mishap : new String[] {"kill -9 $$", "exit 3", "head -c 70000000 /dev/zero; exit 0"}) {
                if (mishap.endsWith("exit 0") && !command.startsWith("ls-")) {
                    continue;
                }
                Published published = publish(command, mishap);

                assertThat(published.reason()).as(command + ": " + mishap).isEqualTo(ExitReason.NOT_PUBLISHABLE);
                assertThat(published.detail()).as(command).isNotBlank();
                assertThat(pushed()).as(command).isEmpty();
            }
        }
    }

    @Test
    void neverPushesWhatACommandThatFailedShouldHaveChecked() throws IOException {
        shell(worktree, "echo work > work.txt && git add -A && git commit -qm Work");
        for (String command : new String[] {"merge-base", "rev-list", "cat-file", "pack-objects", "index-pack"}) {
            for (String mishap : new String[] {"kill -9 $$", "exit 3"}) {
                Published published = publish(command, mishap);

                assertThat(published.reason()).as(command + ": " + mishap).isEqualTo(ExitReason.NOT_PUBLISHABLE);
                assertThat(pushed()).as(command).isEmpty();
            }
        }
    }

    @Test
    void pushesTheCommitsWhenTheLeftoversCantBeRead() throws IOException {
        shell(worktree, "echo work > work.txt && git add -A && git commit -qm Work && echo left > left.txt");

        Published published = publish("ls-files", "echo fatal: no such luck >&2; exit 128");

        assertThat(published.reason()).as(published.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.pushed()).isTrue();
        assertThat(published.detail()).contains("no such luck");
        assertThat(pushed()).isEqualTo(shell(worktree, "git rev-parse HEAD"));
    }

    @Test
    void pushesNothingOnceItWasToldToStop() throws IOException {
        shell(worktree, "echo work > work.txt && git add -A && git commit -qm Work && echo left > left.txt");
        Path there = directory.resolve("there");

        CompletableFuture<Published> publication = CompletableFuture.supplyAsync(() -> {
            try {
                return publish("ls-files", "touch %s; exec sleep 600".formatted(there));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Awaitility.await().until(() -> Files.exists(there));
        cancellation.cancel();

        assertThat(publication.join().reason()).isNotEqualTo(ExitReason.NONE);
        assertThat(pushed()).isEmpty();
    }

    /** Publishes with a git that goes wrong at one command. */
    private Published publish(String command, String mishap) throws IOException {
        Path scratch = Files.createTempDirectory(directory, "scratch");
        Path git = directory.resolve("git");
        Files.writeString(
                git,
                "#!/bin/sh\nfor argument; do [ \"$argument\" = %s ] && { %s; }; done\nexec /usr/bin/env git \"$@\"\n"
                        .formatted(command, mishap));
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwx------"));
        return new Publication(
                        new Git(scratch, "file", Map.of(), cancellation, Duration.ofMinutes(5), git.toString()),
                        GitCredentials.NONE,
                        worktree,
                        scratch,
                        announced)
                .publish(spec(), base, false, true);
    }

    private String pushed() {
        return shell(directory.resolve("origin.git"), "git for-each-ref --format='%(objectname)'");
    }

    private RunnerSpec spec() {
        return new RunnerSpec(
                UUID.fromString("019a0000-0000-7000-8000-000000000001"),
                1,
                new MailboxKey("acme-shop-issue-7"),
                Phase.DEVELOPMENT,
                AdapterId.CLAUDE_CODE,
                null,
                new RunnerSpec.Repository(
                        ForgeKind.FORGEJO,
                        directory.resolve("origin.git").toUri().toString(),
                        BRANCH,
                        "main",
                        false,
                        true),
                null,
                null,
                false,
                false,
                null,
                null,
                new RunnerSpec.Provider("anthropic", ModelProtocol.ANTHROPIC_MESSAGES, null, List.of()),
                new RunnerSpec.Limits(
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(2),
                        0,
                        20,
                        BigDecimal.ONE,
                        0,
                        1_000_000,
                        null),
                "Alfred Test <alfred@example.invalid>",
                null);
    }

    private static String shell(Path where, String script) {
        try {
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script)
                    .directory(where.toFile())
                    .redirectErrorStream(true);
            for (String who : new String[] {"AUTHOR", "COMMITTER"}) {
                builder.environment().put("GIT_" + who + "_NAME", "A");
                builder.environment().put("GIT_" + who + "_EMAIL", "a@example.invalid");
            }
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            return printed.strip();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

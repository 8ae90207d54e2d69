package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.local.git.GitServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How stages speak to a forge that wants to know who they are. */
class ForgeCredentialsTest {
    private static final String TOKEN = "invented-token-0123456789";

    @TempDir
    private Path directory;

    private Attempts attempts;
    private GitServer forge;

    @BeforeEach
    void aForge() throws IOException {
        attempts = Attempts.on(directory);
        forge = GitServer.open(directory, "alfred", TOKEN);
        attempts.cloneUrl = forge.url("origin.git");
        attempts.git("config http.receivepack true");
    }

    @AfterEach
    void endTheForge() {
        forge.close();
    }

    @Test
    void clonesAndPushesWithTheCredentialsOfTheFiles() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        credentials(attempt, TOKEN);

        StageResult.Prepared prepared = attempt.prepare();
        attempt.run();
        StageResult.Published published = attempt.publish();

        assertThat(prepared.reason()).as(prepared.detail()).isEqualTo(ExitReason.NONE);
        assertThat(published.pushed()).as(published.detail()).isTrue();
        assertThat(attempts.git("rev-parse " + Attempts.BRANCH)).isEqualTo(published.commit());
        assertThat(forge.withCredentials()).contains("/origin.git/git-upload-pack", "/origin.git/git-receive-pack");
    }

    @Test
    void leavesNoCredentialInTheWorkspace() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        credentials(attempt, TOKEN);

        attempt.prepare();

        assertThat(attempt.shell("grep -rl '%s' . || true".formatted(TOKEN))).isEmpty();
        assertThat(attempt.shell("git config --get-all credential.helper || true"))
                .isEmpty();
        assertThat(attempt.shell("git config --get remote.origin.promisor || true"))
                .isEmpty();
    }

    @Test
    void namesRefusedCredentials() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        credentials(attempt, "another-invented-token");

        StageResult.Prepared refused = attempt.prepare();
        StageResult.Prepared without = attempts.next().prepare();

        assertThat(refused.reason()).as(refused.detail()).isEqualTo(ExitReason.FORGE_UNAUTHORIZED);
        assertThat(without.reason()).as(without.detail()).isEqualTo(ExitReason.FORGE_UNAUTHORIZED);
    }

    @Test
    void tellsARefusedPushFromAForgeThatIsAway() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        credentials(attempt, TOKEN);
        attempt.prepare();
        attempt.run();

        forge.refusePushesWith(403);
        assertThat(attempt.publish().reason()).isEqualTo(ExitReason.FORGE_UNAUTHORIZED);
        forge.refusePushesWith(502);
        assertThat(attempt.publish().reason()).isEqualTo(ExitReason.FORGE_UNREACHABLE);
        forge.refusePushesWith(0);
        Path hook = attempts.origin.resolve("hooks/pre-receive");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\necho protected >&2\nexit 1\n");
        attempts.git("--version; chmod +x hooks/pre-receive");
        assertThat(attempt.publish().reason()).isEqualTo(ExitReason.PUSH_REFUSED);
        forge.close();
        assertThat(attempt.publish().reason()).isEqualTo(ExitReason.FORGE_UNREACHABLE);
    }

    /** As when a run took longer than its token lives, and nobody could be asked for the next one until now. */
    @Test
    void pushesWithTheNextCredentialWhereItsOwnHasExpired() throws IOException {
        Attempts.Attempt attempt = attempts.next();
        credentials(attempt, TOKEN);
        attempt.prepare();
        attempt.run();
        credentials(attempt, "a-token-that-has-expired");
        Path expiry = attempt.layout.forgeCredentials().resolve("expires-at");
        Files.writeString(expiry, Instant.now().minusSeconds(1).toString());

        CompletableFuture<StageResult.Published> publishing = CompletableFuture.supplyAsync(attempt::publish);
        await().until(() -> attempt.printed().contains("waiting for a new one"));
        assertThat(publishing).isNotDone();
        credentials(attempt, TOKEN);
        Files.writeString(expiry, Instant.now().plusSeconds(3600).toString());

        assertThat(publishing)
                .succeedsWithin(Duration.ofSeconds(30))
                .satisfies(published ->
                        assertThat(published.pushed()).as(published.detail()).isTrue());
    }

    private static void credentials(Attempts.Attempt attempt, String token) throws IOException {
        Path files = Files.createDirectories(attempt.layout.forgeCredentials());
        Files.writeString(files.resolve("username"), "alfred");
        Files.writeString(files.resolve("password"), token);
    }
}

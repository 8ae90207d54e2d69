package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.process.Cancellation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A credential that ends and is renewed while a stage runs. */
class CredentialFilesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final Cancellation cancellation = new Cancellation();
    private final List<String> secrets = new CopyOnWriteArrayList<>();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private CredentialFiles files;

    @BeforeEach
    void aCredential() throws IOException {
        files = new CredentialFiles(directory, now::get, PATIENCE, secrets::add, troubles::add);
        credential("first-token", "");
    }

    @Test
    void oneThatNothingIsSaidOfIsGoodForEver() throws IOException {
        assertThat(files.ready(cancellation)).isTrue();

        Files.delete(directory.resolve("expires-at"));

        assertThat(files.ready(cancellation)).isTrue();
        assertThat(troubles).isEmpty();
    }

    @Test
    void oneIsGoodUntilItsEnd() throws IOException {
        credential("first-token", "2026-11-30T12:01:00Z");

        assertThat(files.ready(cancellation)).isTrue();
        assertThat(troubles).isEmpty();
    }

    @Test
    void whoComesTooLateWaitsForTheNext() throws IOException {
        credential("first-token", "2026-11-30T12:00:00Z");

        CompletableFuture<Boolean> ready = CompletableFuture.supplyAsync(() -> files.ready(cancellation));
        Awaitility.await().until(() -> troubles.size() == 1);
        assertThat(ready).isNotDone();
        credential("next-token", "2026-11-30T13:00:00Z");

        assertThat(ready).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
        assertThat(secrets).containsExactly("next-token");
    }

    @Test
    void nobodyWaitsForEver() throws IOException {
        credential("first-token", "2026-11-30T12:00:00Z");

        CompletableFuture<Boolean> ready = CompletableFuture.supplyAsync(() -> files.ready(cancellation));
        Awaitility.await().until(() -> troubles.size() == 1);
        now.set(NOON.plus(PATIENCE).plusSeconds(1));

        assertThat(ready).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(false);
    }

    @Test
    void nobodyWaitsWhoIsToldToEnd() throws IOException {
        credential("first-token", "2026-11-30T12:00:00Z");

        CompletableFuture<Boolean> ready = CompletableFuture.supplyAsync(() -> files.ready(cancellation));
        Awaitility.await().until(() -> troubles.size() == 1);
        cancellation.cancel();

        assertThat(ready).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(false);
    }

    /** Another attempt gets another credential; a forge that was never asked has refused nobody. */
    @Test
    void gitIsNotStartedWithOneThatHasEnded() throws IOException {
        credential("first-token", "2026-11-30T12:00:00Z");
        CredentialFiles impatient =
                new CredentialFiles(directory, now::get, Duration.ZERO.minusSeconds(1), secrets::add, troubles::add);
        Git git = new Git(directory, "file", Map.of(), cancellation, Duration.ofMinutes(1), "/nowhere/git");

        GitResult result =
                git.remotely(directory, Map.of(), new GitCredentials(List.of(), Map.of(), Optional.of(impatient)));

        assertThat(GitFailures.words(result)).contains("the forge's credential has expired");
        assertThat(GitFailures.reading(result)).isEqualTo(ExitReason.FORGE_UNREACHABLE);
        assertThat(GitFailures.pushing(result)).isEqualTo(ExitReason.FORGE_UNREACHABLE);
    }

    private void credential(String password, String expiresAt) throws IOException {
        Files.writeString(directory.resolve("username"), "alfred");
        Files.writeString(directory.resolve("password"), password);
        Files.writeString(directory.resolve("expires-at"), expiresAt);
    }
}

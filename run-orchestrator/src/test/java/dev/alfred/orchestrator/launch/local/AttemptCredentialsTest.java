package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.RunnerLauncher.Renewal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Where an attempt's credentials lie. */
class AttemptCredentialsTest extends ScriptedSupervisor {
    @Test
    void credentialsLieInTheirStagesFilesAndNowhereElse() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        assertThat(attempt().resolve("credentials/prepare/password")).hasContent("read-token");
        assertThat(attempt().resolve("credentials/run/ANTHROPIC_API_KEY")).hasContent("model-key");
        assertThat(attempt().resolve("credentials/publish/password")).hasContent("write-token");
        assertThat(Files.getPosixFilePermissions(attempt())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        for (String open : Set.of("supervise.json", "input/spec.json", "supervisor.log")) {
            assertThat(attempt().resolve(open)).content().doesNotContain("read-token", "write-token", "model-key");
        }
        assertThat(attempt().resolve("input/prompt-full.md")).hasContent("Everything about the issue.");
        assertThat(attempt().resolve("input/prompt-delta.md")).hasContent("What is new.");
    }

    @Test
    void aRenewedCredentialTakesTheOldOnesPlace() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();

        Renewal renewal = attempts.renew(
                launched.getFirst(),
                Stage.PUBLISH,
                new GitCredential("alfred", "next-token", Instant.parse("2026-11-30T13:00:00Z")));

        assertThat(renewal).isEqualTo(new Renewal.Given());
        assertThat(attempt().resolve("credentials/publish/expires-at")).hasContent("2026-11-30T13:00:00Z");
        assertThat(attempt().resolve("credentials/prepare/password")).hasContent("read-token");
        assertThat(attempt().resolve("credentials/run/ANTHROPIC_API_KEY")).hasContent("model-key");
        assertThat(attempt().resolve("credentials/run")).isDirectoryNotContaining("regex:.*(password|expires-at).*");
        assertThat(attempt().resolve("credentials/publish/password")).hasContent("next-token");
        assertThat(Files.getPosixFilePermissions(attempt().resolve("credentials/publish/password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void nothingIsGivenToAStageThatHasEnded() throws IOException {
        supervisorThat(RUNS_UNTIL_TOLD);
        launch(attempts);
        awaitRunning();
        Path dropped = attempt().resolve("credentials/publish");
        for (String name : new String[] {"username", "password", "expires-at"}) {
            Files.delete(dropped.resolve(name));
        }
        Files.delete(dropped);

        Renewal renewal =
                attempts.renew(launched.getFirst(), Stage.PUBLISH, new GitCredential("alfred", "next-token", null));

        assertThat(renewal).isEqualTo(new Renewal.NotNeeded());
        assertThat(dropped).doesNotExist();
    }
}

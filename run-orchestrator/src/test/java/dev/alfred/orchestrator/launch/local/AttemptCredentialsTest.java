package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.vocabulary.Stage;
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

        attempts.renew(launched.getFirst(), Stage.PUBLISH, new GitCredential("alfred", "next-token", null));

        assertThat(attempt().resolve("credentials/publish/password")).hasContent("next-token");
        assertThat(Files.getPosixFilePermissions(attempt().resolve("credentials/publish/password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
}

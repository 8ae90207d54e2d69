package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MaskerTest {
    private final Masker masker = new Masker(List.of("the \"invented\" secret\n", "short"));

    @Test
    void masksKnownValuesAlsoAsBase64() {
        assertThat(masker.mask("a the \"invented\" secret b")).isEqualTo("a [masked] b");
        assertThat(masker.mask("dGhlICJpbnZlbnRlZCIgc2VjcmV0")).isEqualTo("[masked]");
    }

    @Test
    void leavesWordsAloneThatAreTooShortToBeSecrets() {
        assertThat(masker.mask("in short")).isEqualTo("in short");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "github_pat_11AAAAAAA0abcdefghijklm_nopq",
                "glpat-AbCdEfGhIjKlMnOpQrSt",
                "sk-ant-api03-abcdefghijklmnop",
                "AKIAIOSFODNN7EXAMPLE"
            })
    void masksWhatLooksLikeAToken(String token) {
        assertThat(masker.mask("x " + token + " y")).isEqualTo("x [masked] y");
    }

    @Test
    void masksWhatItLearnsUnderWay() {
        masker.learn("a renewed secret\n");

        assertThat(masker.mask("a renewed secret, the \"invented\" secret")).isEqualTo("[masked], [masked]");
    }

    @Test
    void knowsWhatBesideAPasswordIsNoSecret(@TempDir Path credentials) throws IOException {
        Files.writeString(credentials.resolve("username"), "x-access-token");
        Files.writeString(credentials.resolve("password"), "an-invented-token");
        Files.writeString(credentials.resolve("expires-at"), "2026-11-30T12:00:00Z");

        String masked = Masker.forFilesIn(credentials).mask("x-access-token an-invented-token 2026-11-30T12:00:00Z");

        assertThat(masked).isEqualTo("x-access-token [masked] 2026-11-30T12:00:00Z");
    }

    @Test
    void masksCredentialsInAddresses() {
        assertThat(masker.mask("fatal: http://alfred:geheim@forge.example/x.git"))
                .isEqualTo("fatal: http://[masked]@forge.example/x.git");
    }

    @Test
    void masksEveryTextInATree() throws Exception {
        assertThat(masker.mask(ContractJson.mapper()
                                .readTree("{\"a\":[\"the \\\"invented\\\" secret\",1],\"b\":{\"c\":\"ok\"}}"))
                        .toString())
                .isEqualTo("{\"a\":[\"[masked]\",1],\"b\":{\"c\":\"ok\"}}");
    }

    @Test
    void leavesCommitsAndSessionIdsReadable() {
        String text = "11111111-1111-4111-8111-111111111111 da39a3ee5e6b4b0d3255bfef95601890afd80709";

        assertThat(masker.mask(text)).isEqualTo(text);
    }
}

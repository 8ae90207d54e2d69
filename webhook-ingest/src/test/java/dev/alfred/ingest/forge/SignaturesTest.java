package dev.alfred.ingest.forge;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.Verdict.Why;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignaturesTest {
    private static final String SECRET = "It's a Secret to Everybody";
    private static final String HELLO = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    private static final String GITLAB_KEY = "whsec_dGVzdHRlc3R0ZXN0dGVzdHRlc3R0ZXN0dGVzdHRlc3Q=";
    private static final Instant SIGNED_AT = Instant.ofEpochSecond(1767225600);
    private static final byte[] FORM = bytes("payload=%7B%22zen%22%3A%22Hello%22%7D");

    @Test
    void acceptsGithubsDocumentedExample() {
        assertGenuine(check(ForgeKind.GITHUB, "Hello, World!", "X-Hub-Signature-256", "sha256=" + HELLO));
    }

    @Test
    void acceptsTheBareHexOfGiteaAndForgejo() {
        assertGenuine(check(ForgeKind.GITEA, "Hello, World!", "X-Gitea-Signature", HELLO));
        assertGenuine(check(ForgeKind.FORGEJO, "Hello, World!", "X-Forgejo-Signature", HELLO));
    }

    @Test
    void signsBytesAndNotCharacters() {
        assertGenuine(check(
                ForgeKind.GITHUB,
                "{\"title\":\"Ajouter 🚀 é\"}",
                "X-Hub-Signature-256",
                "sha256=6c703b6dbef683498be6b7681b87427d24b6fc0d2c97f317ffc820a7afe1e533"));
    }

    @Test
    void takesTheFormsBytesFromGithubAndItsDecodedPayloadFromGitea() {
        SignedBody form = new SignedBody(FORM, FormPayload.of(FORM).orElseThrow());
        Headers github = headers(
                "X-Hub-Signature-256", "sha256=3c64f431616c89475d0a0d0e8d150ef40d1aa2f2863bd887b3f8e41bc81361b3");
        Headers gitea =
                headers("X-Gitea-Signature", "b5a14f70fe9e46fe42be2a50ead5bf446a2f9a36dcbfba6479ee2ed2f6a5dd29");

        assertThat(form.payload()).isEqualTo(bytes("{\"zen\":\"Hello\"}"));
        assertGenuine(Signatures.check(ForgeKind.GITHUB, List.of(SECRET), github, form, SIGNED_AT));
        assertGenuine(Signatures.check(ForgeKind.GITEA, List.of(SECRET), gitea, form, SIGNED_AT));
    }

    @Test
    void acceptsTheStandardWebhooksExample() {
        assertGenuine(Signatures.check(
                ForgeKind.GITLAB,
                List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                headers(
                        "webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        "webhook-timestamp", "1614265330",
                        "webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
                SignedBody.json(bytes("{\"test\": 2432232314}")),
                Instant.ofEpochSecond(1614265330)));
    }

    @Test
    void acceptsAnyOfSeveralGitlabSignatures() {
        assertGenuine(gitlabSigned("v1,AAAA v2,xyz v1,HHxQYWegiSZlTNxDhDB4IdTEhbPM+Vkl8A7bpLVmD/0=", SIGNED_AT));
    }

    @Test
    void refusesAGitlabSignatureThatIsOlderOrNewerThanFiveMinutes() {
        String signature = "v1,HHxQYWegiSZlTNxDhDB4IdTEhbPM+Vkl8A7bpLVmD/0=";

        assertGenuine(gitlabSigned(signature, SIGNED_AT.plusSeconds(300)));
        assertRefused(gitlabSigned(signature, SIGNED_AT.plusSeconds(301)), Why.STALE);
        assertRefused(gitlabSigned(signature, SIGNED_AT.minusSeconds(301)), Why.STALE);
    }

    @Test
    void comparesGitlabsPlainToken() {
        Headers right = headers("X-Gitlab-Token", "gitlab-test-token");
        SignedBody body = SignedBody.json(bytes("{}"));

        assertGenuine(Signatures.check(ForgeKind.GITLAB, List.of("gitlab-test-token"), right, body, SIGNED_AT));
        assertRefused(Signatures.check(ForgeKind.GITLAB, List.of("other"), right, body, SIGNED_AT), Why.WRONG);
    }

    @Test
    void doesNotTakeASigningTokenAsAPlainOne() {
        Headers leaked = headers("X-Gitlab-Token", GITLAB_KEY);

        assertRefused(
                Signatures.check(
                        ForgeKind.GITLAB, List.of(GITLAB_KEY), leaked, SignedBody.json(bytes("{}")), SIGNED_AT),
                Why.WRONG);
    }

    @Test
    void letsNoPlainTokenRescueABadSignature() {
        Headers both = headers(
                "X-Gitlab-Token", "gitlab-test-token",
                "webhook-id", "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
                "webhook-timestamp", "1767225600",
                "webhook-signature", "v1,AAAA");

        assertRefused(
                Signatures.check(
                        ForgeKind.GITLAB,
                        List.of("gitlab-test-token", GITLAB_KEY),
                        both,
                        SignedBody.json(bytes("{}")),
                        SIGNED_AT),
                Why.WRONG);
    }

    @Test
    void letsNoGeneralHeaderRescueTheSpecificOne() {
        Headers headers = headers("X-Forgejo-Signature", "00", "X-Hub-Signature-256", "sha256=" + HELLO);

        assertRefused(
                Signatures.check(
                        ForgeKind.FORGEJO,
                        List.of(SECRET),
                        headers,
                        SignedBody.json(bytes("Hello, World!")),
                        SIGNED_AT),
                Why.WRONG);
    }

    @Test
    void refusesTheEmptySignaturesOfAHookWithoutASecret() {
        assertRefused(check(ForgeKind.GITEA, "Hello, World!", "X-Gitea-Signature", ""), Why.EMPTY);
        assertRefused(check(ForgeKind.GITHUB, "Hello, World!", "X-Hub-Signature-256", "sha256="), Why.EMPTY);
        assertRefused(check(ForgeKind.GITLAB, "Hello, World!", "X-Gitlab-Token", " "), Why.EMPTY);
        assertRefused(check(ForgeKind.GITLAB, "Hello, World!", "webhook-signature", ""), Why.EMPTY);
    }

    @Test
    void refusesAMissingSignature() {
        for (ForgeKind forge : ForgeKind.values()) {
            assertRefused(check(forge, "Hello, World!", "X-Other", "x"), Why.MISSING);
        }
    }

    @Test
    void refusesTheOldSha1Signature() {
        assertRefused(
                check(
                        ForgeKind.GITHUB,
                        "Hello, World!",
                        "X-Hub-Signature",
                        "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59"),
                Why.MISSING);
    }

    @Test
    void refusesTwoSignaturesOfOneKind() {
        Headers twice = new Headers(Map.of("X-Hub-Signature-256", List.of("sha256=00", "sha256=" + HELLO)));

        assertRefused(
                Signatures.check(
                        ForgeKind.GITHUB, List.of(SECRET), twice, SignedBody.json(bytes("Hello, World!")), SIGNED_AT),
                Why.AMBIGUOUS);
    }

    @Test
    void acceptsAnySecretWhileOneIsBeingReplaced() {
        Headers headers = headers("X-Hub-Signature-256", "sha256=" + HELLO);

        assertGenuine(Signatures.check(
                ForgeKind.GITHUB,
                List.of("new one", SECRET),
                headers,
                SignedBody.json(bytes("Hello, World!")),
                SIGNED_AT));
    }

    @Test
    void findsNoPayloadInAFormWithoutOne() {
        assertThat(FormPayload.of(bytes("a=b&c=d"))).isEmpty();
        assertThat(FormPayload.of(bytes("payload=%zz"))).isEmpty();
        assertThat(FormPayload.of(bytes("a=b&payload=x%20y&c=d"))).contains(bytes("x y"));
    }

    private static Verdict gitlabSigned(String signature, Instant now) {
        Headers headers = headers(
                "webhook-id", "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
                "webhook-timestamp", "1767225600",
                "webhook-signature", signature);
        return Signatures.check(
                ForgeKind.GITLAB, List.of(GITLAB_KEY), headers, SignedBody.json(bytes("Hello, World!")), now);
    }

    private static Verdict check(ForgeKind forge, String body, String header, String value) {
        return Signatures.check(
                forge, List.of(SECRET), headers(header, value), SignedBody.json(bytes(body)), SIGNED_AT);
    }

    private static void assertGenuine(Verdict verdict) {
        assertThat(verdict).isEqualTo(new Verdict.Genuine());
    }

    private static void assertRefused(Verdict verdict, Why why) {
        assertThat(verdict).isEqualTo(new Verdict.Refused(why));
    }

    private static Headers headers(String... namesAndValues) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return new Headers(headers);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

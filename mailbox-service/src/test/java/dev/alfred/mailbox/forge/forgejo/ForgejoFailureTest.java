package dev.alfred.mailbox.forge.forgejo;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeConfig;
import dev.alfred.mailbox.forge.ForgeMetrics;
import dev.alfred.mailbox.forge.ForgeTestProfile;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** What failures, silence and nonsense of the forge become. */
@QuarkusTest
@TestProfile(ForgeTestProfile.class)
class ForgejoFailureTest extends StubbedForgejo {
    @Inject
    MeterRegistry registry;

    @Inject
    ForgeMetrics metrics;

    @ParameterizedTest
    @CsvSource({
        "401, unauthorized",
        "403, forbidden",
        "404, not_found",
        "409, conflict",
        "410, gone",
        "422, rejected",
        "429, rate_limited",
        "302, moved",
        "500, unreachable"
    })
    void answersEachFailureAsAValueAndCountsIt(int status, String code) {
        answer("/api/v1/user", status);
        double before = counted(code);

        assertThat(failure(client.bot()).code()).isEqualTo(code);
        assertThat(counted(code) - before).isEqualTo(1);
    }

    @Test
    void waitsAsLongAsTheForgeSays() {
        server.stubFor(
                get(urlPathEqualTo("/api/v1/user")).willReturn(status(403).withHeader("Retry-After", "17")));

        assertThat(client.bot())
                .isEqualTo(ForgeAnswer.failed(new ForgeFailure.RateLimited(
                        Duration.ofSeconds(17), "reading the own account was answered with 403")));
    }

    @Test
    void takesSilenceForUnreachable() {
        server.stubFor(get(urlPathEqualTo("/api/v1/user"))
                .willReturn(okJson("{\"id\": 9, \"login\": \"alfred\"}").withFixedDelay(3000)));
        ForgeClient impatient = new ForgejoDialect(new Impatient(), metrics).open(access());

        assertThat(impatient.bot()).isEqualTo(unreachable("reading the own account: no answer"));
    }

    /** Only the test of silence has a short timeout: a loaded machine pauses longer than that now and then. */
    private record Impatient() implements ForgeConfig {
        @Override
        public Duration connectTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Duration readTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Writes writes() {
            throw new UnsupportedOperationException("a client writes at once");
        }
    }

    @Test
    void takesNonsenseForUnreachable() {
        server.stubFor(
                get(urlPathEqualTo("/api/v1/user")).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        assertThat(client.bot()).isEqualTo(unreachable("reading the own account: no answer"));

        server.stubFor(get(urlPathEqualTo("/api/v1/user"))
                .willReturn(aResponse().withHeader("Content-Type", "text/html").withBody("<html>Welcome</html>")));
        assertThat(client.bot()).isEqualTo(unreachable("reading the own account: the answer is not the forge's JSON"));
    }

    @Test
    void readsNoBranchesWithARefusedCredential() {
        server.stubFor(any(urlPathEqualTo("/acme/shop.git/info/refs"))
                .willReturn(status(401).withHeader("WWW-Authenticate", "Basic realm=\"forge\"")));
        assertThat(failure(client.remoteBranches("agent"))).isInstanceOf(ForgeFailure.Unauthorized.class);

        server.stubFor(any(urlPathEqualTo("/acme/shop.git/info/refs")).willReturn(status(404)));
        assertThat(failure(client.remoteBranches("agent"))).isInstanceOf(ForgeFailure.NotFound.class);
    }

    private static ForgeFailure failure(ForgeAnswer<?> answer) {
        return answer instanceof ForgeAnswer.Failed<?>(ForgeFailure failure)
                ? failure
                : fail("the forge answered: " + answer);
    }

    private static ForgeAnswer<ForgeAccount> unreachable(String detail) {
        return ForgeAnswer.failed(new ForgeFailure.Unreachable(detail));
    }

    private double counted(String outcome) {
        return registry.get(ForgeMetrics.REQUESTS)
                .tags(List.of(Tag.of("forge", "forgejo"), Tag.of("outcome", outcome)))
                .counter()
                .count();
    }
}

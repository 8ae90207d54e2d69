package dev.alfred.sessions.state.volume;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.Cleared;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.Claim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of claims while the API server answers nothing of use. */
@Tag("kubernetes")
class ApiServerAwayTest {
    private static final List<Claim> DUE = List.of(claim(1), claim(2), claim(3));

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private volatile int status = 503;
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .build();
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void isNotAskedForEachClaimByOneWhoHasOtherStateToRemove() {
        assertThat(volumes().clear()).isEqualTo(new Cleared.Left(3));

        assertThat(asked)
                .hasSize(1)
                .first()
                .asString()
                .endsWith("/" + DUE.getFirst().name());
    }

    @Test
    void isAskedForTheOthersWhenItRefusesOne() {
        status = 409;

        assertThat(volumes().clear()).isEqualTo(new Cleared.Left(3));

        assertThat(asked).hasSize(3);
    }

    @Test
    void tellsWhyARunWaitsForItsClaim() {
        ClaimApi api = new ClaimApi(config(), () -> client);
        assertThatThrownBy(() -> api.provide(DUE.getFirst()))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining(DUE.getFirst().name())
                .hasMessageContaining("answers 503");
        server.stop(0);

        assertThatThrownBy(() -> api.provide(DUE.getFirst()))
                .isInstanceOf(StateUnusable.class)
                .hasMessageContaining("can't be reached");
    }

    private SessionVolumes volumes() {
        ClaimApi api = new ClaimApi(config(), () -> client);
        return new SessionVolumes(api, new AlwaysDue(), null, null, Clock.systemUTC());
    }

    private static Claim claim(int number) {
        return new Claim("alfred-session-acme-rocket-issue-" + number, MailboxKey.issue("acme-rocket", number));
    }

    private static final class AlwaysDue extends ClaimHandler {
        AlwaysDue() {
            super(null, null, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        }

        @Override
        List<Claim> due(int limit) {
            return DUE;
        }
    }

    private static SessionsConfig.Kubernetes config() {
        return new SmallRyeConfigBuilder()
                .withMapping(SessionsConfig.class)
                .withDefaultValue("alfred.sessions.service-password", "unused")
                .withDefaultValue("alfred.sessions.kubernetes.enabled", "true")
                .build()
                .getConfigMapping(SessionsConfig.class)
                .kubernetes();
    }
}

package dev.alfred.runner.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.runner.Destination;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Forwarder and proxy together, as a client inside a sandbox meets them. */
class EgressTest {
    @TempDir
    Path directory;

    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private HttpServer origin;
    private HttpServer other;
    private EgressProxy proxy;
    private EgressForwarder forwarder;
    private HttpClient client;

    @BeforeEach
    void start() throws IOException {
        origin = server("origin");
        other = server("other");
        Path socket = directory.resolve("proxy.sock");
        proxy = EgressProxy.open(socket, List.of(at(origin)), refusals::add);
        forwarder = EgressForwarder.open(socket, 0, List.of());
        client = HttpClient.newBuilder()
                .proxy(ProxySelector.of(
                        new InetSocketAddress("127.0.0.1", forwarder.proxy().getPort())))
                .build();
    }

    @AfterEach
    void stop() throws IOException {
        forwarder.close();
        proxy.close();
        origin.stop(0);
        other.stop(0);
    }

    @Test
    void aListedOriginAnswersThroughTheProxy() throws Exception {
        String body = "x".repeat(300_000);

        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(address(origin))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("origin " + body.length());
        assertThat(refusals).isEmpty();
    }

    @Test
    void anUnlistedOneIsRefusedWithALogLine() throws Exception {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(address(other)).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).doesNotContain("other ").contains(at(other).toString());
        assertThat(refusals).singleElement().asString().contains(at(other).toString());
    }

    @Test
    void anUnlistedTunnelIsRefused() throws Exception {
        assertThat(raw("CONNECT " + at(other) + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void aSecondRequestOnTheSameConnectionReachesNoOtherOrigin() throws Exception {
        String answers = raw("GET " + address(origin) + " HTTP/1.1\r\n\r\nGET " + address(other) + " HTTP/1.1\r\n\r\n");

        assertThat(answers).contains("origin 0").doesNotContain("other 0");
    }

    @Test
    void aHeadWithoutEndIsRefused() throws Exception {
        assertThat(raw("GET http://a.test/ HTTP/1.1\r\nX: " + "y".repeat(70_000)))
                .startsWith("HTTP/1.1 431 ");
    }

    @Test
    void aListedNameThatLeadsToThisMachineIsNotFollowed() throws Exception {
        Destination named = new Destination("api.example.test", at(origin).port());
        try (EgressProxy strict = EgressProxy.open(
                        directory.resolve("named.sock"), List.of(named), EgressTest::thisMachine, refusals::add);
                EgressForwarder way = EgressForwarder.open(directory.resolve("named.sock"), 0, List.of())) {
            assertThat(strict).isNotNull();
            assertThat(raw("127.0.0.1", way.proxy().getPort(), "CONNECT " + named + " HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 502 ");
        }
        assertThat(refusals).singleElement().asString().contains("leads to this machine");
    }

    @Test
    void aClientThatBypassesTheProxyForThisMachineIsTunnelled() throws Exception {
        // Outside a sandbox the origin holds the address itself: 127.0.0.2 stands for it inside.
        Destination inside = new Destination("127.0.0.2", at(origin).port());
        try (EgressProxy listing = EgressProxy.open(
                        directory.resolve("direct.sock"), List.of(inside), EgressTest::thisMachine, refusals::add);
                EgressForwarder way = EgressForwarder.open(directory.resolve("direct.sock"), 0, List.of(inside))) {
            assertThat(listing).isNotNull();
            assertThat(way).isNotNull();
            assertThat(raw("127.0.0.2", inside.port(), "GET / HTTP/1.0\r\n\r\n"))
                    .endsWith("origin 0");
        }
    }

    @Test
    void aDirectConnectionToWhatIsNotListedIsClosed() throws Exception {
        Destination inside = new Destination("127.0.0.2", at(other).port());
        try (EgressForwarder way = EgressForwarder.open(directory.resolve("proxy.sock"), 0, List.of(inside))) {
            assertThat(way).isNotNull();
            assertThat(raw("127.0.0.2", inside.port(), "")).isEmpty();
        }
        assertThat(refusals).singleElement().asString().contains(inside.toString());
    }

    @Test
    void loopbackDestinationsAreFoundAmongAddresses() {
        assertThat(EgressForwarder.loopbackOf(
                        "http://127.0.0.1:8085/a.git", null, "https://api.example.test", "http://localhost/"))
                .containsExactly(Destination.parse("127.0.0.1:8085"), Destination.parse("localhost:80"));
    }

    private String raw(String request) throws IOException {
        return raw("127.0.0.1", forwarder.proxy().getPort(), request);
    }

    private static String raw(String host, int port, String request) throws IOException {
        try (Socket socket = new Socket(host, port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static InetAddress[] thisMachine(String host) throws UnknownHostException {
        return new InetAddress[] {InetAddress.getByName("127.0.0.1")};
    }

    private static HttpServer server(String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            int size = exchange.getRequestBody().readAllBytes().length;
            byte[] answer = (name + " " + size).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static Destination at(HttpServer server) {
        return new Destination("127.0.0.1", server.getAddress().getPort());
    }

    private static URI address(HttpServer server) {
        return URI.create("http://" + at(server) + "/");
    }
}

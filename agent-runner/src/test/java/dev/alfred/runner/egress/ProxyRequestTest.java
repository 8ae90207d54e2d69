package dev.alfred.runner.egress;

import java.nio.charset.StandardCharsets;

import dev.alfred.contracts.runner.Destination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProxyRequestTest {
    @Test
    void readsATunnel() {
        assertThat(read("CONNECT api.example.test:443 HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n"))
                .isEqualTo(new ProxyRequest.Connect(Destination.parse("api.example.test:443")));
    }

    @Test
    void rewritesAnAbsoluteRequestForItsOrigin() {
        ProxyRequest request = read("POST http://Forge.Test:3000/a/b?c=d%20e HTTP/1.1\r\nHost: other.test\r\n"
                + "Proxy-Authorization: Basic abc\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\n");

        assertThat(request).isInstanceOfSatisfying(ProxyRequest.Forward.class, forward -> {
            assertThat(forward.to()).hasToString("forge.test:3000");
            assertThat(new String(forward.head(), StandardCharsets.ISO_8859_1))
                    .isEqualTo("POST /a/b?c=d%20e HTTP/1.1\r\nHost: Forge.Test:3000\r\nConnection: close\r\n"
                            + "Content-Length: 3\r\n\r\n");
        });
    }

    @Test
    void asksForTheRootWhereThereIsNoPath() {
        assertThat(read("GET http://forge.test HTTP/1.1\r\n\r\n"))
                .isInstanceOfSatisfying(ProxyRequest.Forward.class, forward -> {
                    assertThat(forward.to()).hasToString("forge.test:80");
                    assertThat(new String(forward.head(), StandardCharsets.ISO_8859_1))
                            .startsWith("GET / HTTP/1.1\r\n");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /local HTTP/1.1",
                "GET https://forge.test/ HTTP/1.1",
                "GET http://user:word@forge.test/ HTTP/1.1",
                "GET http://forge.test/ HTTP/2",
                "CONNECT forge.test HTTP/1.1",
                "CONNECT forge.test:99999 HTTP/1.1",
                "GET http:///nothing HTTP/1.1",
                "GET ftp://forge.test/ HTTP/1.1",
                "hello",
                ""
            })
    void takesNothingElse(String requestLine) {
        assertThat(read(requestLine + "\r\n\r\n")).isInstanceOf(ProxyRequest.Malformed.class);
    }

    @Test
    void refusesALineThatIsNoHeader() {
        assertThat(read("GET http://forge.test/ HTTP/1.1\r\nno header\r\n\r\n"))
                .isInstanceOf(ProxyRequest.Malformed.class);
    }

    private static ProxyRequest read(String head) {
        return ProxyRequest.read(head.getBytes(StandardCharsets.ISO_8859_1));
    }
}

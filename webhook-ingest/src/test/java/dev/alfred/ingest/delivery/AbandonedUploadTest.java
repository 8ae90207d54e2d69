package dev.alfred.ingest.delivery;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import dev.alfred.ingest.IngestServers;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.alfred.ingest.Fixtures.aGithubConnection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A sender that hangs up, or sends without end, is no fault of the service, and its log doesn't say so. */
@QuarkusTest
@WithTestResource(IngestServers.class)
class AbandonedUploadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    @TestHTTPResource
    URI service;

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(listener);
    }

    @AfterEach
    void stopListening() {
        Logger.getLogger("").removeHandler(listener);
    }

    @Test
    void anUploadThatEndsEarlyIsNoError() throws IOException {
        for (String connection : List.of(aGithubConnection(), "nobody")) {
            try (Socket socket = upload(connection, "Content-Length: " + BodyReader.MOST_BYTES)) {
                // More than any buffer on the way holds: when it is out, the service is reading.
                socket.getOutputStream().write(new byte[BodyReader.MOST_BYTES - 1]);
                socket.getOutputStream().flush();
            }
        }

        await().atMost(PATIENCE).until(() -> brokenOff() == 2);
        await().during(A_WHILE).atMost(PATIENCE).until(() -> errors().isEmpty());
    }

    @Test
    void anUploadWithoutEndIsAnsweredAndNoError() throws IOException {
        String connection = aGithubConnection();
        byte[] chunk = new byte[64 << 10];
        String answer;
        try (Socket socket = upload(connection, "Transfer-Encoding: chunked")) {
            OutputStream out = socket.getOutputStream();
            int chunks = (BodyReader.MOST_BYTES + BodyReader.MOST_SKIPPED) / chunk.length + 2;
            for (int i = 0; i < chunks; i++) {
                out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(chunk);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            out.flush();
            answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }

        assertThat(answer).isEqualTo("HTTP/1.1 413");
        await().during(A_WHILE).atMost(PATIENCE).until(() -> errors().isEmpty());
    }

    private Socket upload(String connection, String length) throws IOException {
        Socket socket = new Socket(service.getHost(), service.getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getOutputStream()
                .write(("POST /webhooks/" + connection + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                + length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private long brokenOff() {
        return logged.stream()
                .filter(line -> line.getLevel().intValue() == Level.INFO.intValue()
                        && line.getMessage().contains("broke off"))
                .count();
    }

    private List<String> errors() {
        return logged.stream()
                .filter(line -> line.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogRecord::getMessage)
                .toList();
    }
}

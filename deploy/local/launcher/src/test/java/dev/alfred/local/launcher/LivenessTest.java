package dev.alfred.local.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.net.httpserver.HttpServer;
import dev.alfred.local.demo.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LivenessTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private ServiceProcess process;

    @AfterEach
    void stop() {
        process.stop();
    }

    @Test
    void aServiceThatSaysTwiceThatItLivesNoMoreIsStartedAgain() throws IOException {
        Path ill = directory.resolve("ill");
        start(ill);
        long first = process.pid();
        Files.createFile(ill);

        assertThat(process.endWhenDead()).as("said once").isFalse();
        assertThat(process.endWhenDead()).as("said twice").isTrue();

        Files.delete(ill);
        Waiting.until(
                "another one is ready",
                SOON,
                () -> Optional.of(process).filter(again -> again.pid() != first && again.ready()));
        assertThat(process.endWhenDead()).isFalse();
    }

    @Test
    void aServiceThatRecoversIsLeftAlone() throws IOException {
        Path ill = directory.resolve("ill");
        start(ill);
        long first = process.pid();

        Files.createFile(ill);
        assertThat(process.endWhenDead()).isFalse();
        Files.delete(ill);
        assertThat(process.endWhenDead()).isFalse();
        Files.createFile(ill);
        assertThat(process.endWhenDead()).isFalse();

        assertThat(process.pid()).isEqualTo(first);
        assertThat(process.alive()).isTrue();
    }

    private void start(Path ill) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        process = new ServiceProcess(
                new ServiceDefinition(
                        "patient",
                        List.of(
                                "-cp",
                                System.getProperty("java.class.path"),
                                Patient.class.getName(),
                                Integer.toString(port),
                                ill.toString()),
                        Map.of(),
                        LocalPorts.LOOPBACK,
                        port,
                        "/ready",
                        "/live"),
                directory);
        process.start();
        Waiting.until("it is ready", SOON, () -> Optional.of(process).filter(ServiceProcess::ready));
    }

    /** Always ready, and ill as long as a file is there. */
    static final class Patient {
        private Patient() {}

        public static void main(String... arguments) throws IOException {
            Path ill = Path.of(arguments[1]);
            HttpServer server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 0);
            server.createContext("/ready", exchange -> {
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            server.createContext("/live", exchange -> {
                exchange.sendResponseHeaders(Files.exists(ill) ? 503 : 200, -1);
                exchange.close();
            });
            server.start();
        }
    }
}

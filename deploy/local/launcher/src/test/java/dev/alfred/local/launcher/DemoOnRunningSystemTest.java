package dev.alfred.local.launcher;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoOnRunningSystemTest {
    @Test
    void isPlayedWhereTheSystemRunsAndLeavesItRunning(@TempDir Path directory) throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer forge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        forge.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        forge.start();
        try {
            AlfredHome home = new AlfredHome(directory);
            ProcessHandle running = ProcessHandle.current();
            Files.writeString(directory.resolve("running.json"), """
                    {"pid":%d,"started":%d,"ready":true,"pids":{},"addresses":{"forge":"http://127.0.0.1:%d",
                    "webhook-ingest":"http://127.0.0.1:1","mailbox-service":"http://127.0.0.1:1",
                    "run-orchestrator":"http://127.0.0.1:1","session-store":"http://127.0.0.1:1"}}
                    """.formatted(
                            running.pid(),
                            running.info().startInstant().orElseThrow().toEpochMilli(),
                            forge.getAddress().getPort()));

            Process demo = home.start("demo", "--exit");

            assertThat(demo.waitFor()).isEqualTo(1);
            assertThat(asked).containsExactly("POST /api/v1/user/repos");
            assertThat(home.output())
                    .contains("--exit leaves it running as it was found")
                    .contains("alfred: the play stopped: POST http://127.0.0.1:"
                            + forge.getAddress().getPort());
            assertThat(directory.resolve("running.json")).exists();
        } finally {
            forge.stop(0);
        }
    }
}

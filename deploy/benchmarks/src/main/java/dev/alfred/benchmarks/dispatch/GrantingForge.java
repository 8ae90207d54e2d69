package dev.alfred.benchmarks.dispatch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;

/** Stands in for mailbox-service: it grants each credential that it is asked for. */
final class GrantingForge implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private GrantingForge(HttpServer server) {
        this.server = server;
    }

    static GrantingForge start() throws IOException {
        GrantingForge forge =
                new GrantingForge(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        byte[] credential = ContractJson.mapper()
                .writeValueAsString(new GitCredential("alfred", "not-a-secret", null))
                .getBytes(StandardCharsets.UTF_8);
        forge.server.createContext("/internal/projects/", exchange -> answer(exchange, credential));
        forge.server.setExecutor(forge.threads);
        forge.server.start();
        return forge;
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

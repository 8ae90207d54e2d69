package dev.alfred.benchmarks.prepare;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A forge's git side on loopback, which is git's own backend, that counts what it sends. */
final class CountingForge implements AutoCloseable {
    private final Path root;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong sent = new AtomicLong();

    private CountingForge(Path root, HttpServer server) {
        this.root = root;
        this.server = server;
    }

    static CountingForge start(Path root) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        CountingForge forge = new CountingForge(root, server);
        server.setExecutor(forge.threads);
        server.createContext("/", forge::serve);
        server.start();
        return forge;
    }

    String url(String repository) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
    }

    /** Bytes sent since this was asked last. */
    long sent() {
        return sent.getAndSet(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            ProcessBuilder builder =
                    new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.DISCARD);
            environment(builder.environment(), exchange, body.length);
            Process backend = builder.start();
            try (OutputStream out = backend.getOutputStream()) {
                out.write(body);
            }
            answer(exchange, backend.getInputStream());
        }
    }

    private void environment(Map<String, String> variables, HttpExchange exchange, int length) {
        variables.putAll(GitProgram.SETTINGS);
        variables.put("GIT_PROJECT_ROOT", root.toString());
        variables.put("GIT_HTTP_EXPORT_ALL", "1");
        variables.put("PATH_INFO", exchange.getRequestURI().getPath());
        variables.put("QUERY_STRING", orEmpty(exchange.getRequestURI().getRawQuery()));
        variables.put("REQUEST_METHOD", exchange.getRequestMethod());
        variables.put("CONTENT_LENGTH", Integer.toString(length));
        variables.put("CONTENT_TYPE", orEmpty(exchange.getRequestHeaders().getFirst("Content-Type")));
        variables.put(
                "HTTP_CONTENT_ENCODING", orEmpty(exchange.getRequestHeaders().getFirst("Content-Encoding")));
        variables.put("GIT_PROTOCOL", orEmpty(exchange.getRequestHeaders().getFirst("Git-Protocol")));
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private void answer(HttpExchange exchange, InputStream in) throws IOException {
        int status = 200;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String[] parts = header.split(": ", 2);
            if (parts[0].equals("Status")) {
                status = Integer.parseInt(parts[1].substring(0, 3));
            } else {
                exchange.getResponseHeaders().add(parts[0], parts[1]);
            }
        }
        exchange.sendResponseHeaders(status, 0);
        sent.addAndGet(in.transferTo(exchange.getResponseBody()));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}

package dev.alfred.runner.stage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A forge's git side on loopback: git's own backend behind Basic authentication. */
final class GitOverHttp implements AutoCloseable {
    private final HttpServer server;
    private final Path root;
    private final String authorization;
    private final List<String> withCredentials = new CopyOnWriteArrayList<>();
    private final AtomicLong fetched = new AtomicLong();
    private volatile int refusePushesWith;

    GitOverHttp(Path root, String user, String password) throws IOException {
        this.root = root;
        authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::serve);
        server.start();
    }

    String url(String repository) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
    }

    void refusePushesWith(int status) {
        refusePushesWith = status;
    }

    /** The paths that were asked for with the right credentials. */
    List<String> withCredentials() {
        return withCredentials;
    }

    /** How many bytes git was answered when it fetched, since this was asked last. */
    long fetchedBytes() {
        return fetched.getAndSet(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String query = exchange.getRequestURI().getRawQuery();
            if (!authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"forge\"");
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            withCredentials.add(exchange.getRequestURI().getPath());
            boolean push = exchange.getRequestURI().getPath().endsWith("git-receive-pack")
                    || "service=git-receive-pack".equals(query);
            if (push && refusePushesWith != 0) {
                exchange.sendResponseHeaders(refusePushesWith, -1);
                return;
            }
            backend(exchange, body, query == null ? "" : query);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void backend(HttpExchange exchange, byte[] body, String query) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git", "http-backend");
        Map<String, String> environment = builder.environment();
        environment.put("GIT_PROJECT_ROOT", root.toString());
        environment.put("GIT_HTTP_EXPORT_ALL", "1");
        environment.put("REMOTE_USER", "someone");
        environment.put("PATH_INFO", exchange.getRequestURI().getPath());
        environment.put("QUERY_STRING", query);
        environment.put("REQUEST_METHOD", exchange.getRequestMethod());
        environment.put("CONTENT_LENGTH", Integer.toString(body.length));
        put(environment, "CONTENT_TYPE", exchange.getRequestHeaders().getFirst("Content-Type"));
        put(environment, "HTTP_CONTENT_ENCODING", exchange.getRequestHeaders().getFirst("Content-Encoding"));
        put(environment, "GIT_PROTOCOL", exchange.getRequestHeaders().getFirst("Git-Protocol"));
        Process process = builder.start();
        Thread feeder = new Thread(() -> feed(process, body));
        feeder.start();
        answer(exchange, process.getInputStream());
        feeder.join();
        process.waitFor();
    }

    private static void put(Map<String, String> environment, String name, String value) {
        if (value != null) {
            environment.put(name, value);
        }
    }

    private static void feed(Process process, byte[] body) {
        try (OutputStream out = process.getOutputStream()) {
            out.write(body);
        } catch (IOException e) {
            // The backend has answered without reading it all.
            return;
        }
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
        byte[] body = in.readAllBytes();
        if (exchange.getRequestURI().getPath().endsWith("git-upload-pack")) {
            fetched.addAndGet(body.length);
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
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
    }
}

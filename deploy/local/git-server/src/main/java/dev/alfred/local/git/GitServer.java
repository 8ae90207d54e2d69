package dev.alfred.local.git;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A forge's git side on loopback, for tests and benchmarks: git's own backend over HTTP, for all repositories below a
 * directory. Counts what is fetched, and refuses pushes when it is told to.
 */
public final class GitServer implements AutoCloseable {
    private static final Map<String, String> NOBODYS_SETTINGS =
            Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1", "LC_ALL", "C");

    private final Path root;
    private final String authorization;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> withCredentials = new CopyOnWriteArrayList<>();
    private final AtomicLong fetched = new AtomicLong();
    private volatile int refusePushesWith;

    private GitServer(Path root, String authorization) throws IOException {
        this.root = root;
        this.authorization = authorization;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** For anybody, to fetch and to push. */
    public static GitServer open(Path root) throws IOException {
        return new GitServer(root, null);
    }

    /** Behind Basic authentication. */
    public static GitServer open(Path root, String user, String password) throws IOException {
        String credentials =
                Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new GitServer(root, "Basic " + credentials);
    }

    /**
     * Serves the given directory in a process of its own, for whoever measures another one: prints its address, and ends
     * with its input.
     */
    public static void main(String... arguments) throws IOException {
        try (GitServer server = open(Path.of(arguments[0]))) {
            System.out.println(server.url(""));
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    public String url(String repository) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
    }

    /** @param status of HTTP; 0 to take them again */
    public void refusePushesWith(int status) {
        refusePushesWith = status;
    }

    /** The paths that were asked for with the right credentials. */
    public List<String> withCredentials() {
        return withCredentials;
    }

    /** How many bytes git was answered when it fetched, since this was asked last. */
    public long fetchedBytes() {
        return fetched.getAndSet(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (authorization != null) {
                if (!authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                    exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"forge\"");
                    exchange.sendResponseHeaders(401, -1);
                    return;
                }
                withCredentials.add(exchange.getRequestURI().getPath());
            }
            if (refusePushesWith != 0 && pushes(exchange)) {
                exchange.sendResponseHeaders(refusePushesWith, -1);
                return;
            }
            backend(exchange, body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean pushes(HttpExchange exchange) {
        return exchange.getRequestURI().getPath().endsWith("git-receive-pack")
                || "service=git-receive-pack".equals(exchange.getRequestURI().getRawQuery());
    }

    private void backend(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.DISCARD);
        environment(builder.environment(), exchange, body.length);
        Process process = builder.start();
        Thread feeder = Thread.ofVirtual().start(() -> feed(process, body));
        answer(exchange, process.getInputStream());
        feeder.join();
        process.waitFor();
    }

    private void environment(Map<String, String> variables, HttpExchange exchange, int length) {
        variables.putAll(NOBODYS_SETTINGS);
        variables.put("GIT_PROJECT_ROOT", root.toString());
        variables.put("GIT_HTTP_EXPORT_ALL", "1");
        variables.put("REMOTE_USER", "someone");
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
        exchange.sendResponseHeaders(status, 0);
        long sent = in.transferTo(exchange.getResponseBody());
        if (exchange.getRequestURI().getPath().endsWith("git-upload-pack")) {
            fetched.addAndGet(sent);
        }
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

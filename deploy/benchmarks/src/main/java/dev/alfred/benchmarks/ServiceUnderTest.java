package dev.alfred.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.alfred.embedded.FreePort;

/** A packaged service as a process of its own, started as the local launcher starts it, whose memory can be looked at. */
public final class ServiceUnderTest implements AutoCloseable {
    private static final List<String> AS_LAUNCHED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m", "-Xshare:auto");
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "TMPDIR");
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(10);
    private static final String PASSWORD = "for-this-benchmark-only";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Process process;
    private final Path log;
    private final int port;

    private ServiceUnderTest(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts it and waits until it is ready; its output goes to the log. */
    public static ServiceUnderTest start(Path application, Map<String, String> settings, Path log) throws IOException {
        return start(application, settings, log, AS_LAUNCHED);
    }

    /** The same with the given options of the JVM, as on a machine of its own. */
    public static ServiceUnderTest start(Path application, Map<String, String> settings, Path log, List<String> jvm)
            throws IOException {
        int port = FreePort.find();
        List<String> command = new ArrayList<>(List.of(jdk("java")));
        command.addAll(jvm);
        command.addAll(List.of("-Dquarkus.http.host=127.0.0.1", "-jar", application.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().putAll(settings);
        builder.environment()
                .putAll(Map.of(
                        "QUARKUS_HTTP_PORT",
                        String.valueOf(port),
                        "ALFRED_ADMIN_PASSWORD",
                        PASSWORD,
                        "ALFRED_SERVICE_PASSWORD",
                        PASSWORD));
        ServiceUnderTest service = new ServiceUnderTest(builder.start(), log, port);
        try {
            service.awaitReady();
            return service;
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private void awaitReady() throws IOException {
        Instant limit = Instant.now().plus(READY_WITHIN);
        while (!ready()) {
            if (!process.isAlive() || Instant.now().isAfter(limit)) {
                List<String> lines = Files.readAllLines(log);
                throw new CannotMeasure("the service does not become ready; its log ends with:\n"
                        + String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())));
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private boolean ready() {
        try {
            return send("GET", "/q/health/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Asks as an administrator, and gives the answer's body. */
    public String post(String path) throws IOException {
        HttpResponse<String> response = send("POST", path);
        if (response.statusCode() != 200) {
            throw new CannotMeasure(
                    "POST " + path + " was answered with " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    private HttpResponse<String> send(String method, String path) throws IOException {
        String credentials = Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWERS_WITHIN)
                .header("Authorization", "Basic " + credentials)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotMeasure("interrupted", e);
        }
    }

    /** Bytes of all objects that are reachable now; counting them collects all others. */
    public long liveHeapBytes() throws IOException {
        Process histogram = new ProcessBuilder(jdk("jcmd"), String.valueOf(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String last = "";
        try (InputStream output = histogram.getInputStream()) {
            for (String line : new String(output.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                last = line.startsWith("Total") ? line : last;
            }
        }
        String[] columns = last.trim().split("\\s+");
        if (columns.length != 3) {
            throw new CannotMeasure("jcmd doesn't tell the heap of process " + process.pid() + ".");
        }
        return Long.parseLong(columns[2]);
    }

    /** The most memory that the process ever held, in bytes. */
    public long peakResidentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseThrow(() -> new CannotMeasure("this system doesn't tell a process' peak of memory."));
    }

    private static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            http.close();
        }
    }
}

package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A child process that is started again when it ends without being told to, or says that nothing else helps, as a cluster
 * would do.
 */
public final class ServiceProcess {
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "TMPDIR");
    private static final Duration RESTART_PAUSE = Duration.ofMillis(500);
    private static final int MOST_EARLY_ENDS = 2;
    private static final int DEAD_AFTER_WORDS = 2;
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final Duration STOP_GRACE = Duration.ofSeconds(15);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final ServiceDefinition definition;
    private final Path log;
    private volatile Process process;
    private volatile boolean stopping;
    private volatile boolean everReady;
    private volatile int earlyEnds;
    private int wordsOfDeath;

    ServiceProcess(ServiceDefinition definition, Path logs) {
        this.definition = definition;
        this.log = logs.resolve(definition.name() + ".log");
    }

    public ServiceDefinition definition() {
        return definition;
    }

    public long pid() {
        return process.pid();
    }

    boolean alive() {
        return process != null && process.isAlive();
    }

    Path log() {
        return log;
    }

    void start() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(definition.arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(INHERITED);
        environment.putAll(definition.environment());
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.onExit()
                .thenRunAsync(
                        this::startAgain,
                        CompletableFuture.delayedExecutor(RESTART_PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    }

    private synchronized void startAgain() {
        if (stopping || alive()) {
            return;
        }
        if (!everReady) {
            earlyEnds++;
        }
        if (!givenUp()) {
            start();
        }
    }

    /** Whether it ended again and again without ever having been ready. */
    boolean givenUp() {
        return earlyEnds >= MOST_EARLY_ENDS;
    }

    public boolean ready() {
        boolean ready = alive() && (definition.readiness() == null ? listens() : answersOk());
        everReady |= ready;
        return ready;
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(definition.host(), definition.port()), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean answersOk() {
        return status(definition.readiness()) == OK;
    }

    /**
     * Has it started again when it has said twice in a row that it lives no more. One that says nothing may be slow: its
     * end would make that worse.
     *
     * @return whether its end was brought about
     */
    boolean endWhenDead() {
        boolean dead = everReady && definition.liveness() != null && status(definition.liveness()) == UNAVAILABLE;
        wordsOfDeath = dead ? wordsOfDeath + 1 : 0;
        if (wordsOfDeath < DEAD_AFTER_WORDS) {
            return false;
        }
        wordsOfDeath = 0;
        kill();
        return true;
    }

    /** What it answers, or -1 where it doesn't. */
    private int status(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(definition.address() + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** Ends it as a crash would, and returns when it is dead; it is started again. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** From now on its end is final, whoever causes it: Ctrl-C reaches it as well. */
    synchronized void neverAgain() {
        stopping = true;
    }

    /** Asks it to end, and ends it by force when it doesn't. */
    void stop() {
        Process current;
        synchronized (this) {
            neverAgain();
            current = process;
        }
        if (current == null) {
            return;
        }
        current.destroy();
        try {
            if (!current.waitFor(STOP_GRACE.toSeconds(), TimeUnit.SECONDS)) {
                current.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            current.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The end of its log, for the one who has to find out why it did not start. */
    String lastLines(int count) {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - count), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return "(its log " + log + " cannot be read: " + e.getMessage() + ")";
        }
    }
}

package dev.alfred.runner.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One program under supervision: in a process session of its own, its output read in bounded memory, stopped on
 * timeout, silence, cancellation or wish, and its whole tree ended with it.
 */
public final class ChildProcess {
    private static final int STDERR_BYTES = 64 * 1024;
    private static final Duration PIPES_CLOSE = Duration.ofSeconds(5);
    private static final String SETSID = "/usr/bin/setsid";

    private final Process process;
    private final ProcessTree tree;
    private final CompletableFuture<StopCause> stop = new CompletableFuture<>();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final JsonLineReader lines;
    private volatile Instant lastOutput = Instant.now();
    private volatile RuntimeException sinkFailure;

    private ChildProcess(Process process, ProcessTree tree) {
        this.process = process;
        this.tree = tree;
        this.lines = new JsonLineReader(process.getInputStream());
    }

    /** Gets each line of standard output, and may stop the process. Called on one thread. */
    @FunctionalInterface
    public interface LineSink {
        void accept(byte[] line, ChildProcess child);
    }

    /** Runs the program to its end. An {@link IOException} means that it could not be started. */
    public static ChildEnd run(ChildCommand command, ChildLimits limits, Cancellation cancellation, LineSink sink)
            throws IOException {
        String mark = UUID.randomUUID().toString();
        List<String> argv = new ArrayList<>(command.argv());
        argv.add(0, SETSID);
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(command.directory().toFile());
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        builder.environment().put(ProcessTree.MARK, mark);
        Process process = builder.start();
        ChildProcess child = new ChildProcess(process, new ProcessTree(process.toHandle(), mark));
        Cancellation.Registration registration = cancellation.onCancel(() -> child.stop(StopCause.CANCELLED));
        try {
            return child.supervise(command.stdin(), limits, sink);
        } finally {
            registration.close();
        }
    }

    /** Asks for the end of the whole tree; the first cause counts. */
    public void stop(StopCause cause) {
        stop.complete(cause);
    }

    private ChildEnd supervise(byte[] stdin, ChildLimits limits, LineSink sink) {
        Thread feeder = daemon("stdin", () -> feed(stdin));
        Thread reader = daemon("stdout", () -> readLines(sink));
        Thread errors = daemon("stderr", this::readErrors);
        Optional<StopCause> stopped = awaitEnd(limits);
        if (stopped.isPresent()) {
            tree.end(limits.grace());
        } else {
            tree.kill();
        }
        for (Thread thread : List.of(reader, errors, feeder)) {
            join(thread);
        }
        if (sinkFailure != null) {
            throw sinkFailure;
        }
        int exitCode = exitCode();
        synchronized (stderr) {
            return new ChildEnd(exitCode, stopped, stderr.toString(StandardCharsets.UTF_8), lines.skipped());
        }
    }

    private Optional<StopCause> awaitEnd(ChildLimits limits) {
        Instant deadline = Instant.now().plus(limits.timeout());
        CompletableFuture<Object> either = CompletableFuture.anyOf(process.onExit(), stop);
        while (true) {
            Instant now = Instant.now();
            Instant silent = lastSign(limits).plus(limits.silence());
            if (!now.isBefore(deadline)) {
                stop.complete(StopCause.TIMEOUT);
            } else if (!now.isBefore(silent)) {
                stop.complete(StopCause.SILENCE);
            }
            if (stop.isDone()) {
                return Optional.of(stop.join());
            }
            Instant until = deadline.isBefore(silent) ? deadline : silent;
            if (ends(either, Duration.between(now, until).plusMillis(1))) {
                return stop.isDone() ? Optional.of(stop.join()) : Optional.empty();
            }
        }
    }

    private Instant lastSign(ChildLimits limits) {
        Instant other = limits.otherSign().get();
        // Who works there can set files' times: one to come is no sign of life.
        return other.isAfter(lastOutput) && !other.isAfter(Instant.now()) ? other : lastOutput;
    }

    private boolean ends(CompletableFuture<Object> either, Duration within) {
        try {
            either.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            stop.complete(StopCause.CANCELLED);
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process to end can't fail", e);
        }
    }

    private void feed(byte[] stdin) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(stdin);
        } catch (IOException e) {
            // The child closed its standard input or ended: its exit status tells.
            return;
        }
    }

    private void readLines(LineSink sink) {
        try {
            Optional<byte[]> line = lines.next();
            while (line.isPresent()) {
                lastOutput = Instant.now();
                sink.accept(line.get(), this);
                line = lines.next();
            }
        } catch (IOException e) {
            // The pipe was closed under us after the process had ended.
            return;
        } catch (RuntimeException e) {
            sinkFailure = e;
            stop(StopCause.CANCELLED);
        }
    }

    private void readErrors() {
        byte[] buffer = new byte[8192];
        try (InputStream in = process.getErrorStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                synchronized (stderr) {
                    stderr.write(buffer, 0, Math.min(read, STDERR_BYTES - stderr.size()));
                }
            }
        } catch (IOException e) {
            // As above.
            return;
        }
    }

    private int exitCode() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return process.isAlive() ? -1 : process.exitValue();
        }
    }

    private void join(Thread thread) {
        try {
            if (!thread.join(PIPES_CLOSE)) {
                process.getInputStream().close();
                process.getErrorStream().close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("a pipe can't be closed", e);
        }
    }

    private Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "child-" + process.pid() + "-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}

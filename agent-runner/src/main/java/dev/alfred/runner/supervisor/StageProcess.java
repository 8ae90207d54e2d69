package dev.alfred.runner.supervisor;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.vocabulary.Stage;
import org.jboss.logging.Logger;

/**
 * A stage's process as the supervisor holds it. The thread that starts it must outlive it: bubblewrap ends the sandbox
 * with that thread.
 */
final class StageProcess implements AutoCloseable {
    private static final Duration KILL_TAKES = Duration.ofSeconds(10);
    private static final Logger LOG = Logger.getLogger(StageProcess.class);

    /** What the waiting for a stage ended with. */
    enum Wait {
        EXITED,
        STOP_REQUESTED,
        DEADLINE
    }

    private final Process process;
    private final boolean sandboxed;
    private final List<Thread> followers;

    private StageProcess(Process process, boolean sandboxed, List<Thread> followers) {
        this.process = process;
        this.sandboxed = sandboxed;
        this.followers = followers;
    }

    static StageProcess start(StageCommand command, boolean sandboxed, Stage stage, AttemptLog log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.argv()).redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        if (command.directory() != null) {
            builder.directory(command.directory().toFile());
        }
        Process process = builder.start();
        return new StageProcess(
                process,
                sandboxed,
                List.of(
                        Thread.ofPlatform()
                                .daemon()
                                .name("output")
                                .start(() -> log.follow(stage, process.getInputStream())),
                        Thread.ofPlatform()
                                .daemon()
                                .name("errors")
                                .start(() -> log.followErrors(stage, process.getErrorStream()))));
    }

    ProcessMark mark() throws IOException {
        return ProcessMark.of(process.pid());
    }

    Wait await(Duration left, StopSignal stop) throws InterruptedException {
        try {
            CompletableFuture.anyOf(process.onExit(), stop.requested())
                    .get(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS);
            return process.isAlive() ? Wait.STOP_REQUESTED : Wait.EXITED;
        } catch (TimeoutException e) {
            return Wait.DEADLINE;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process does not fail", e);
        }
    }

    /** SIGTERM to the stage's own program, so that it can end its CLI and report; SIGKILL to all after the grace period. */
    void stop(Duration grace) throws InterruptedException {
        List<ProcessHandle> programs = programs();
        programs.forEach(ProcessHandle::destroy);
        if (programs.isEmpty() || !process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** Below bubblewrap and its init; the host runner's is the process itself. */
    private List<ProcessHandle> programs() {
        return sandboxed ? process.children().flatMap(ProcessHandle::children).toList() : List.of(process.toHandle());
    }

    /** The sandbox's init takes all of its PID namespace with it, and is seen to end only after they all have. */
    private void kill() throws InterruptedException {
        if (sandboxed) {
            process.children().forEach(ProcessHandle::destroyForcibly);
            if (process.waitFor(KILL_TAKES.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        List<ProcessHandle> tree = process.descendants().toList();
        process.destroyForcibly();
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    /** Its exit code, when nothing of it runs any more and all of its output has been taken. */
    int end() throws InterruptedException, IOException {
        int exitCode = process.waitFor();
        if (!sandboxed) {
            // What the stage left behind is still in its process group.
            new ProcessBuilder("kill", "-KILL", "--", "-" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
        for (Thread follower : followers) {
            if (!follower.join(KILL_TAKES)) {
                LOG.warn("a process outside the stage's group holds its output open: the rest of it is left out");
            }
        }
        return exitCode;
    }

    /** Leaves nothing running, however the supervision went. */
    @Override
    public void close() {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }
}

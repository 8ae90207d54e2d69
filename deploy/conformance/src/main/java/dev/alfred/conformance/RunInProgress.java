package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.runner.process.Cancellation;
import org.awaitility.Awaitility;

/** A run that goes on in the background, to be disturbed by a test. */
public final class RunInProgress {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CompletableFuture<LlmResult> end = new CompletableFuture<>();
    private final Cancellation cancellation = new Cancellation();
    private final Path pid;
    private final Path workspace;
    private final BooleanSupplier saved;

    private RunInProgress(Path pid, Path workspace, BooleanSupplier saved) {
        this.pid = pid;
        this.workspace = workspace;
        this.saved = saved;
    }

    interface Work {
        LlmResult with(Cancellation cancellation) throws IOException;
    }

    static RunInProgress of(Work work, Path pid, Path workspace, BooleanSupplier saved) {
        RunInProgress run = new RunInProgress(pid, workspace, saved);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                run.end.complete(work.with(run.cancellation));
            } catch (IOException | RuntimeException e) {
                run.end.completeExceptionally(e);
            }
        });
        return run;
    }

    /**
     * Waits until a tool of the agent has made that file in the workspace, and what the model said before is on disk: CLIs
     * write it a moment after they begin the tool.
     */
    public RunInProgress untilThereIs(String file) {
        Awaitility.await().atMost(PATIENCE).until(() -> end.isDone() || Files.exists(workspace.resolve(file)));
        if (Files.notExists(workspace.resolve(file))) {
            throw new AssertionError("the run ended without " + file + ": " + end.join());
        }
        Awaitility.await().atMost(PATIENCE).until(() -> end.isDone() || saved.getAsBoolean());
        return this;
    }

    /** Cancels the run as the orchestrator does. */
    public LlmResult cancel() {
        cancellation.cancel();
        return end();
    }

    /** Sends the CLI's first process, and no other, that signal. */
    public LlmResult signal(String signal) throws IOException {
        Shell.run(
                workspace, "kill -%s %s".formatted(signal, Files.readString(pid).strip()));
        return end();
    }

    public LlmResult end() {
        return end.orTimeout(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }
}

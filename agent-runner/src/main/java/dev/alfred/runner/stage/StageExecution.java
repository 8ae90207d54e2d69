package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.process.Cancellation;

/**
 * One stage from start to exit status: 0 when its result is authoritative, 1 when it failed for the reason in it. SIGTERM
 * ends what runs, and the stage still tells its result.
 */
final class StageExecution {
    private static final long TELLING_SECONDS = 25;

    private final Stage stage;
    private final Layout layout;
    private final PrintStream out;
    private final PrintStream err;

    StageExecution(Stage stage, Layout layout, PrintStream out, PrintStream err) {
        this.stage = stage;
        this.layout = layout;
        this.out = out;
        this.err = err;
    }

    /** What a stage does. */
    @FunctionalInterface
    interface Work {
        StageResult result(StageOutput output, Cancellation cancellation) throws IOException;
    }

    /** @param failed makes the stage's result for a reason and a detail, where the work itself can't */
    @FunctionalInterface
    interface Failed {
        StageResult result(ExitReason reason, String detail);
    }

    /** Runs the work with a hook for SIGTERM, and gives the exit status. */
    int execute(Work work, Failed failed) {
        Cancellation cancellation = new Cancellation();
        CountDownLatch told = new CountDownLatch(1);
        AtomicInteger status = new AtomicInteger(1);
        Thread hook = new Thread(() -> endEarly(cancellation, told, status), "on-sigterm");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            status.set(run(work, failed, cancellation));
        } finally {
            // Also where nothing could be told, which is all that the hook would wait for.
            told.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // SIGTERM came: the hook ends the process with the status.
            return status.get();
        }
        return status.get();
    }

    /** As {@link #execute}, without the hook. */
    int run(Work work, Failed failed, Cancellation cancellation) {
        try {
            Masker masker = Masker.forFilesIn(layout.forgeCredentials(), layout.providerCredentials());
            StageOutput output = new StageOutput(stage, out, masker);
            StageResult result = result(work, failed, cancellation, output, masker);
            if (cancellation.cancelled() && !counts(result)) {
                result = cancelled(result);
            }
            output.end(result, layout.termination());
            return status(result);
        } catch (IOException e) {
            e.printStackTrace(err);
            return 1;
        }
    }

    private StageResult result(Work work, Failed failed, Cancellation cancellation, StageOutput output, Masker masker) {
        try {
            return work.result(output, cancellation);
        } catch (IOException | RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            err.println(masker.mask(trace.toString()));
            return failed.result(noSpace(e) ? ExitReason.NO_SPACE : ExitReason.INTERNAL, "the stage failed: " + e);
        }
    }

    private static boolean noSpace(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().contains("No space left on device")) {
                return true;
            }
        }
        return false;
    }

    /** Work that was done before the cancellation came stays done; a checkout alone is nothing to keep. */
    private static boolean counts(StageResult result) {
        return result.reason() == ExitReason.NONE && !(result instanceof StageResult.Prepared);
    }

    private static StageResult cancelled(StageResult result) {
        String detail = "the run was cancelled";
        return switch (result) {
            case StageResult.Prepared prepared ->
                new StageResult.Prepared(
                        ExitReason.CANCELLED,
                        detail,
                        prepared.baseCommit(),
                        prepared.branchExisted(),
                        prepared.stateFallback(),
                        prepared.rejected(),
                        prepared.mirror());
            case StageResult.Ran ran ->
                new StageResult.Ran(ExitReason.CANCELLED, detail, ran.llm(), ran.cliVersion(), null);
            case StageResult.Published published ->
                new StageResult.Published(ExitReason.CANCELLED, detail, published.commit(), published.commits(), false);
        };
    }

    /** A run that timed out is still published, so its stage has not failed. */
    private static int status(StageResult result) {
        boolean authoritative = result.reason() == ExitReason.NONE
                || result instanceof StageResult.Ran && result.reason() == ExitReason.TIMEOUT;
        return authoritative ? 0 : 1;
    }

    private void endEarly(Cancellation cancellation, CountDownLatch told, AtomicInteger status) {
        cancellation.cancel();
        try {
            if (!told.await(TELLING_SECONDS, TimeUnit.SECONDS)) {
                err.println("the stage did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(status.get());
    }

    /** An empty directory of the stage's own, outside of what an agent can write. */
    static Path scratch() throws IOException {
        return Files.createTempDirectory("alfred-");
    }
}

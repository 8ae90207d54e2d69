package dev.alfred.local.launcher;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C and SIGTERM into an orderly end: everything that was started is stopped before this process goes. */
final class Shutdown {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private Shutdown() {}

    static void register(LocalSystem system, CountDownLatch told) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            told.countDown();
            system.close();
            endChildren();
            RunningSystem.forget(system.layout());
        }));
    }

    /** What was half started when the end came, and so was not the system's to stop yet. */
    private static void endChildren() {
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        left.forEach(ProcessHandle::destroy);
        for (ProcessHandle child : left) {
            child.onExit()
                    .completeOnTimeout(child, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            child.destroyForcibly();
        }
    }
}

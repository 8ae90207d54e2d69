package dev.alfred.local.launcher;

import java.util.concurrent.CountDownLatch;

/** Turns Ctrl-C and SIGTERM into an orderly end: everything that was started is stopped before this process goes. */
final class Shutdown {
    private Shutdown() {}

    static void register(LocalSystem system, CountDownLatch told) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            told.countDown();
            system.close();
            RunningSystem.forget(system.layout());
        }));
    }
}

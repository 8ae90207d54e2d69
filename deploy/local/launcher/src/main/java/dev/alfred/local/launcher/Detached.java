package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A launcher in the background, in a process session of its own. */
final class Detached {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final long STOP_LIMIT_SECONDS = 90;

    private Detached() {}

    /**
     * Starts {@code up} in the background and comes back when the system is ready. Until then the two belong together:
     * when this process is stopped, the one in the background is as well.
     */
    static void start(LocalLayout layout, List<String> arguments, PrintWriter out) throws IOException {
        RunningSystem.refuseSecond(layout);
        Path log = layout.logs().resolve("launcher.log");
        Files.deleteIfExists(log);
        Process launcher = new ProcessBuilder(command(layout, arguments))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        AtomicBoolean ready = new AtomicBoolean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!ready.get()) {
                end(launcher);
            }
        }));
        Instant limit = Instant.now().plus(LIMIT);
        while (RunningSystem.find(layout).filter(RunningSystem::ready).isEmpty()) {
            if (!launcher.isAlive()) {
                throw new CannotStart(Files.readString(log).strip().replaceFirst("(?s).*\nalfred: ", ""));
            }
            if (Instant.now().isAfter(limit)) {
                throw new CannotStart("not ready within " + LIMIT.toMinutes() + " minutes: see " + log + ".");
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        ready.set(true);
        out.println(Files.readString(log).strip());
        out.println("Alfred runs in the background: './alfred status' shows it, './alfred down' stops it.");
        out.flush();
    }

    private static void end(Process launcher) {
        launcher.destroy();
        try {
            launcher.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> command(LocalLayout layout, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx192m",
                "-Dalfred.root=" + layout.root(),
                "-cp",
                System.getProperty("java.class.path"),
                AlfredCommand.class.getName()));
        arguments.stream().filter(a -> !a.equals("--detach")).forEach(command::add);
        return command;
    }
}

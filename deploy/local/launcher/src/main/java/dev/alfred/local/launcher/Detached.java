package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A launcher in the background, in a process session of its own. */
final class Detached {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private Detached() {}

    /** Starts {@code up} in the background and comes back when the system is ready. */
    static void start(LocalLayout layout, List<String> arguments, PrintWriter out) throws IOException {
        RunningSystem.refuseSecond(layout);
        Path log = layout.logs().resolve("launcher.log");
        Files.deleteIfExists(log);
        Process launcher = new ProcessBuilder(command(layout, arguments))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Instant limit = Instant.now().plus(LIMIT);
        while (RunningSystem.find(layout).filter(RunningSystem::ready).isEmpty()) {
            if (!launcher.isAlive()) {
                throw new CannotStart(Files.readString(log).strip().replaceFirst("(?s).*\nalfred: ", ""));
            }
            if (Instant.now().isAfter(limit)) {
                launcher.destroy();
                throw new CannotStart("not ready within " + LIMIT.toMinutes() + " minutes: see " + log + ".");
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        out.println(Files.readString(log).strip());
        out.println("Alfred runs in the background: './alfred status' shows it, './alfred down' stops it.");
        out.flush();
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

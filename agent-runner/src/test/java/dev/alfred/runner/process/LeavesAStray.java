package dev.alfred.runner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs a child whose own child makes itself forgotten, and tells whether that one lives on. */
final class LeavesAStray {
    private static final String SCRIPT =
            "env -i setsid /bin/sh -c 'echo $$ > stray; exec sleep 600' > /dev/null 2>&1 < /dev/null &"
                    + " while [ ! -s stray ]; do :; done";

    private LeavesAStray() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        ChildProcess.run(
                new ChildCommand(
                        List.of("/bin/sh", "-c", SCRIPT),
                        directory,
                        Map.of("PATH", "/usr/bin:/bin"),
                        ChildCommand.NO_INPUT),
                ChildLimits.timeout(Duration.ofMinutes(1)),
                new Cancellation(),
                (line, child) -> {});
        long stray = Long.parseLong(Files.readString(directory.resolve("stray")).strip());
        boolean alive = ProcessHandle.of(stray).filter(ProcessHandle::isAlive).isPresent();
        System.out.println("stray " + (alive ? "alive" : "gone"));
    }
}

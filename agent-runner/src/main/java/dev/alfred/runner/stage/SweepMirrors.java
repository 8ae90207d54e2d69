package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;

import dev.alfred.runner.mirror.MirrorSweep;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code agent-runner sweep-mirrors}: removes from a volume the mirrors that no run has used for long. For a CronJob of
 * whoever owns the volume; what runs meanwhile is not disturbed.
 */
@Command(name = "sweep-mirrors", description = "Removes the mirrors that no run has used for long.")
final class SweepMirrors implements Callable<Integer> {
    @Option(names = "--mirrors", required = true, description = "Where the volume is mounted.")
    private Path mirrors;

    @Option(names = "--retention", defaultValue = "P14D", description = "How long unused ones are kept.")
    private Duration retention;

    private final PrintStream err = System.err;

    @Override
    public Integer call() throws IOException {
        MirrorSweep sweep = new MirrorSweep(mirrors, Instant.now().minus(retention));
        sweep.sweep();
        sweep.removed().forEach(name -> err.println("removed " + name));
        sweep.resisting().forEach(failure -> err.println("resists: " + failure));
        return sweep.resisting().isEmpty() ? 0 : 1;
    }
}

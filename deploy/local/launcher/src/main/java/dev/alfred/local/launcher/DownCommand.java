package dev.alfred.local.launcher;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Stops the local system that runs with this {@code ALFRED_HOME}. */
@Command(name = "down", mixinStandardHelpOptions = true, description = "Stop what runs in the background.")
final class DownCommand implements Callable<Integer> {
    private static final int LIMIT_SECONDS = 90;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Optional<ProcessHandle> launcher =
                RunningSystem.find(LocalLayout.fromEnvironment()).flatMap(RunningSystem::process);
        if (launcher.isEmpty()) {
            spec.commandLine().getOut().println("Nothing runs here.");
            return 0;
        }
        launcher.get().destroy();
        try {
            launcher.get().onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new CannotStart(
                    "it is still stopping after " + LIMIT_SECONDS + " seconds (pid "
                            + launcher.get().pid() + ").",
                    e);
        }
        spec.commandLine().getOut().println("Stopped.");
        return 0;
    }
}

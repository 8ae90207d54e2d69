package dev.alfred.local.launcher;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the local system and keeps it running until Ctrl-C, or in the background with {@code --detach}. */
@Command(name = "up", mixinStandardHelpOptions = true, description = "Start everything.")
final class UpCommand implements Callable<Integer> {
    @Mixin
    private SystemOptions options;

    @Option(names = "--detach", description = "Come back when all is ready; './alfred down' stops it.")
    private boolean detach;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        LocalLayout layout = LocalLayout.fromEnvironment();
        if (detach) {
            Detached.start(
                    layout,
                    spec.commandLine().getParseResult().originalArgs(),
                    spec.commandLine().getOut());
            return 0;
        }
        RunningSystem.refuseSecond(layout);
        try (LocalSystem system =
                new LocalSystem(layout, options, spec.commandLine().getOut())) {
            CountDownLatch told = new CountDownLatch(1);
            Shutdown.register(system, told);
            system.start(options);
            spec.commandLine().getOut().println(system.greeting());
            spec.commandLine().getOut().flush();
            told.await();
        } finally {
            RunningSystem.forget(layout);
        }
        return 0;
    }
}

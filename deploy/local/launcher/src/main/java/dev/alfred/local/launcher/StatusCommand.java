package dev.alfred.local.launcher;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what runs and where; exit status 0 when the system runs, 3 when it doesn't. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "What runs, and where.")
final class StatusCommand implements Callable<Integer> {
    private static final int NOT_RUNNING = 3;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Optional<RunningSystem> running = RunningSystem.find(LocalLayout.fromEnvironment());
        if (running.isEmpty()) {
            out.println("Nothing runs here: './alfred up --detach' starts it.");
            return NOT_RUNNING;
        }
        out.printf(
                "Alfred %s (launcher pid %d).%n",
                running.get().ready() ? "runs" : "is starting", running.get().pid());
        running.get().addresses().entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(entry -> out.printf("  %-17s %s%n", entry.getKey(), entry.getValue()));
        return 0;
    }
}

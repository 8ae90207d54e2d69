package dev.alfred.local.launcher;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import dev.alfred.local.demo.DemoPlay;
import dev.alfred.local.demo.DemoReport;
import dev.alfred.local.demo.DemoTarget;
import dev.alfred.local.demo.StepFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays one issue before the user's eyes, on the system that runs or on one that it starts. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = "Start everything and play one issue.")
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private SystemOptions options;

    @Option(names = "--exit", description = "Stop everything at the end; the last line is JSON with what was seen.")
    private boolean exit;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        PrintWriter out = spec.commandLine().getOut();
        LocalLayout layout = LocalLayout.fromEnvironment();
        Optional<RunningSystem> running = RunningSystem.find(layout);
        if (running.isPresent()) {
            out.println(playOn(running.get(), layout, out).json());
            out.flush();
            return 0;
        }
        CountDownLatch told = new CountDownLatch(1);
        DemoReport report;
        try (LocalSystem system = new LocalSystem(layout, options, out)) {
            Shutdown.register(system, told);
            system.start(options);
            report = play(system.target(), layout, out);
            if (!exit) {
                out.println(system.greeting());
                out.println("Ctrl-C stops everything.");
                out.flush();
                told.await();
            }
        } finally {
            RunningSystem.forget(layout);
        }
        out.println(report.json());
        out.flush();
        return 0;
    }

    private DemoReport playOn(RunningSystem running, LocalLayout layout, PrintWriter out) {
        if (!running.ready()) {
            throw new CannotStart(
                    "Alfred is starting here (pid " + running.pid() + "): './alfred status' says when it is ready.");
        }
        out.println("Alfred runs here already (pid " + running.pid() + "): the play is played on it"
                + (exit ? ", and --exit leaves it running as it was found." : "."));
        return play(running.target(layout), layout, out);
    }

    private static DemoReport play(DemoTarget target, LocalLayout layout, PrintWriter out) {
        String project = "greeter-" + Long.toString(Instant.now().getEpochSecond(), Character.MAX_RADIX);
        try {
            return new DemoPlay(target, project, out).play();
        } catch (StepFailed e) {
            throw new CannotStart("the play stopped: " + e.getMessage() + " (logs: " + layout.logs() + ")", e);
        }
    }
}

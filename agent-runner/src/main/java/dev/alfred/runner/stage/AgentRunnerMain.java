package dev.alfred.runner.stage;

import java.io.PrintStream;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.contracts.vocabulary.Wire;
import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine;

/**
 * The program's entry. It starts three times an attempt, so it boots no framework, and for a stage, which takes no
 * option, not even the command line parser.
 */
@QuarkusMain
public final class AgentRunnerMain {
    private AgentRunnerMain() {}

    public static void main(String... arguments) {
        // Reading JSON calls many methods once or twice: code that the JVM makes for each of them costs more than it
        // saves.
        System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
        // Standard output is the protocol's alone: whatever else prints goes to standard error.
        PrintStream out = System.out;
        System.setOut(System.err);
        quieten();
        AgentRunner runner = new AgentRunner(out);
        System.exit(status(runner, arguments));
    }

    private static int status(AgentRunner runner, String... arguments) {
        String only = arguments.length == 1 ? arguments[0] : "";
        if (only.equals(RunnerPaths.KEEP)) {
            return runner.keep();
        }
        Optional<Stage> stage = Wire.parse(Stage.class, only);
        return stage.map(runner::stage).orElseGet(() -> new CommandLine(runner).execute(arguments));
    }

    /** Nobody sets up the log; without a level of its own it tells of each process that is started. */
    private static void quieten() {
        // What logs here complains on standard error where another log manager is in use.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        Logger.getLogger("").setLevel(Level.WARNING);
    }
}

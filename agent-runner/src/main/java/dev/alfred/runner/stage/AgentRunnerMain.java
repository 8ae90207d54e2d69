package dev.alfred.runner.stage;

import java.io.PrintStream;

import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine;

/** The program's entry. It starts three times an attempt, so it boots no framework. */
@QuarkusMain
public final class AgentRunnerMain {
    private AgentRunnerMain() {}

    public static void main(String... arguments) {
        // Standard output is the protocol's alone: whatever else prints goes to standard error.
        PrintStream out = System.out;
        System.setOut(System.err);
        System.exit(new CommandLine(new AgentRunner(out)).execute(arguments));
    }
}

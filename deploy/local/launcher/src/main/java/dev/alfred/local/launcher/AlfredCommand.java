package dev.alfred.local.launcher;

import java.util.logging.Level;
import java.util.logging.Logger;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The launcher's command line, behind the {@code ./alfred} script. */
@Command(
        name = "alfred",
        mixinStandardHelpOptions = true,
        subcommands = {UpCommand.class, DemoCommand.class, DownCommand.class, StatusCommand.class})
public final class AlfredCommand {
    private static final Logger QUIET = Logger.getLogger("");
    /** What it has to say arrives as an exception. */
    private static final Logger SILENT = Logger.getLogger("org.apache.kafka");

    private AlfredCommand() {}

    public static void main(String... arguments) {
        QUIET.setLevel(Level.WARNING);
        SILENT.setLevel(Level.OFF);
        System.exit(line().execute(arguments));
    }

    static CommandLine line() {
        return new CommandLine(new AlfredCommand())
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
    }

    /** What was foreseen is one sentence; what was not shows its trace. */
    private static int report(Exception failure, CommandLine command) {
        if (failure instanceof CannotStart) {
            command.getErr().println("alfred: " + failure.getMessage());
        } else {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}

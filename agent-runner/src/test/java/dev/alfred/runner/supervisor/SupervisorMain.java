package dev.alfred.runner.supervisor;

import picocli.CommandLine;

/** The supervise command alone, as a process for tests. */
final class SupervisorMain {
    private SupervisorMain() {}

    public static void main(String[] directory) {
        System.exit(new CommandLine(new SuperviseCommand()).execute("--attempt", directory[0]));
    }
}

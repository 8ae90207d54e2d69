package dev.alfred.endtoend;

import java.util.Arrays;
import java.util.Optional;

/** Finds a run's stage by its processes on this machine. */
final class Stages {
    private Stages() {}

    /** The process of that run's stage, if it is there at this moment. */
    static Optional<ProcessHandle> isIn(String run, String stage) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().map(Arrays::asList).orElseGet(java.util.List::of).stream()
                        .reduce("", (line, word) -> line + " " + word)
                        .matches(".*" + run + ".* " + stage + "( .*)?"))
                .findFirst();
    }
}

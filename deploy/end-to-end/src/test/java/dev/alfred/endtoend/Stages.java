package dev.alfred.endtoend;

import java.util.List;
import java.util.Optional;

/** Finds a run's stage by its processes on this machine. */
final class Stages {
    private Stages() {}

    /** The process of that run's stage, if it is there at this moment: it descends from the run's supervisor. */
    static Optional<ProcessHandle> isIn(String run, String stage) {
        return ProcessHandle.allProcesses()
                .filter(process -> words(process).contains("supervise")
                        && words(process).stream().anyMatch(word -> word.contains(run)))
                .flatMap(ProcessHandle::descendants)
                .filter(process ->
                        !words(process).isEmpty() && words(process).getLast().equals(stage))
                .findFirst();
    }

    private static List<String> words(ProcessHandle process) {
        return process.info().arguments().map(List::of).orElseGet(List::of);
    }
}

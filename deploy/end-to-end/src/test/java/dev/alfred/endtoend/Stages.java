package dev.alfred.endtoend;

import java.util.List;
import java.util.Optional;

/** Finds a run's stage by its processes on this machine. */
final class Stages {
    private Stages() {}

    /**
     * The process of that run's stage, if it is there at this moment: it descends from the run's supervisor by way of
     * those that make its sandbox, whose command lines end as its own does.
     */
    static Optional<ProcessHandle> isIn(String run, String stage) {
        return ProcessHandle.allProcesses()
                .filter(process -> words(process).contains("supervise")
                        && words(process).stream().anyMatch(word -> word.contains(run)))
                .flatMap(ProcessHandle::descendants)
                .filter(process -> isJava(process) && stage.equals(last(words(process))))
                .findFirst();
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    private static String last(List<String> words) {
        return words.isEmpty() ? null : words.getLast();
    }

    /** Empty for a process that ended meanwhile. */
    private static List<String> words(ProcessHandle process) {
        return process.info().arguments().map(List::of).orElseGet(List::of);
    }
}

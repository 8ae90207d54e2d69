package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.benchmarks.CannotMeasure;

/**
 * What something took: seconds on the clock, and seconds of all processors together in the processes that were started for
 * it, their children included, as the kernel counts them when a process has ended (to a hundredth of a second).
 */
record Cost(double seconds, double cpuSeconds) {
    private static final double TICKS_PER_SECOND = 100;

    /** Something that starts processes and waits for all of them. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    static Cost of(Work work) throws IOException {
        double cpu = childrensCpu();
        long start = System.nanoTime();
        try {
            work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotMeasure("interrupted", e);
        }
        return new Cost((System.nanoTime() - start) / 1e9, childrensCpu() - cpu);
    }

    /** By all of this process's children that have ended. */
    private static double childrensCpu() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        // After the name, which may hold anything: the fields from the third on.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND;
    }

    Cost minus(Cost other) {
        return new Cost(seconds - other.seconds, cpuSeconds - other.cpuSeconds);
    }
}

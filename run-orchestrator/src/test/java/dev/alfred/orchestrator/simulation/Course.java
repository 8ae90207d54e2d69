package dev.alfred.orchestrator.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What happened in one schedule, one step a line, drawn by its seed; steps in the middle of others stand further right. */
final class Course {
    private static final String REPLAY = "mvn -pl run-orchestrator -am test -Dtest=RunSimulationTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dalfred.test.simulation.schedules=1 -Dalfred.test.seed=%d";

    private final long seed;
    private final SplittableRandom random;
    private final List<String> steps = new ArrayList<>();
    private final Map<Happening, Integer> counts = new EnumMap<>(Happening.class);
    private int depth;

    /** What must never be was. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1;

        Violation(String what) {
            super(what);
        }
    }

    Course(long seed) {
        this.seed = seed;
        // The first draws of java.util.Random are the same for thousands of seeds in a row.
        this.random = new SplittableRandom(seed);
    }

    /** Between 0 and that, exclusive. */
    int draw(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T draw(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    int depth() {
        return depth;
    }

    /** What happens in it happens in the middle of the step told last. */
    void within(Runnable others) {
        depth++;
        try {
            others.run();
        } finally {
            depth--;
        }
    }

    void tell(String what, Object... values) {
        steps.add("  ".repeat(depth) + what.formatted(values));
    }

    void tell(Happening happening, String what, Object... values) {
        count(happening, 1);
        tell(what, values);
    }

    void count(Happening happening, int times) {
        counts.merge(happening, times, Integer::sum);
    }

    Map<Happening, Integer> counts() {
        return counts;
    }

    List<String> steps() {
        return steps;
    }

    Violation violation(String what, Object... values) {
        List<String> numbered = IntStream.range(0, steps.size())
                .mapToObj(step -> "%4d  %s".formatted(step + 1, steps.get(step)))
                .toList();
        return new Violation("%s%n%nseed %d, again by: %s%n%n%s"
                .formatted(
                        what.formatted(values),
                        seed,
                        REPLAY.formatted(seed),
                        String.join(System.lineSeparator(), numbered)));
    }
}

package dev.alfred.benchmarks;

/** Something that can be measured by {@code ./alfred bench NAME}. */
public interface Benchmark {
    String name();

    /** What it compares, in one line. */
    String about();

    /** Runs it; whatever it starts or writes is gone when it returns. */
    Comparison run(Workplace workplace) throws Exception;

    /** The same with another size of what is large in it, where that can be chosen. */
    default Comparison run(Workplace workplace, int size) throws Exception {
        throw new CannotMeasure(name() + " has no size to choose.");
    }
}

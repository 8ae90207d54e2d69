package dev.alfred.benchmarks;

/** Why a benchmark can't give figures, in one sentence for the one who asked for them. */
public class CannotMeasure extends RuntimeException {
    public CannotMeasure(String message) {
        super(message);
    }

    public CannotMeasure(String message, Throwable cause) {
        super(message, cause);
    }
}

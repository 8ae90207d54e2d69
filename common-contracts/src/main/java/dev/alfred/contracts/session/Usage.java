package dev.alfred.contracts.session;

import java.math.BigDecimal;
import java.util.stream.LongStream;

/** What one run used; cached input is counted apart from the other input. Money in US dollars, null where the CLI tells none. */
public record Usage(long inputTokens, long cachedInputTokens, long outputTokens, BigDecimal costUsd) {
    public static final Usage NOTHING = new Usage(0, 0, 0, null);

    private static final long MOST_TOKENS = 1_000_000_000_000L;
    private static final BigDecimal MOST_COST = BigDecimal.valueOf(1_000_000);

    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                cachedInputTokens + other.cachedInputTokens,
                outputTokens + other.outputTokens,
                costUsd == null ? other.costUsd : other.costUsd == null ? costUsd : costUsd.add(other.costUsd));
    }

    /** The same tokens at that cost, in US dollars. */
    public Usage costing(BigDecimal usd) {
        return new Usage(inputTokens, cachedInputTokens, outputTokens, usd);
    }

    /** Whether one run can have used that: no count below zero, and none that no account could pay for. */
    public boolean plausible() {
        return LongStream.of(inputTokens, cachedInputTokens, outputTokens)
                        .allMatch(tokens -> tokens >= 0 && tokens <= MOST_TOKENS)
                && (costUsd == null || costUsd.signum() >= 0 && costUsd.compareTo(MOST_COST) <= 0);
    }

    public long totalTokens() {
        return inputTokens + cachedInputTokens + outputTokens;
    }
}

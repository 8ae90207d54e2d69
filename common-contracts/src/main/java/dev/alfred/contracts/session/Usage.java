package dev.alfred.contracts.session;

import java.math.BigDecimal;

/** What one run used; cached input is counted apart from the other input. Money in US dollars, null where the CLI tells none. */
public record Usage(long inputTokens, long cachedInputTokens, long outputTokens, BigDecimal costUsd) {
    public static final Usage NOTHING = new Usage(0, 0, 0, null);

    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                cachedInputTokens + other.cachedInputTokens,
                outputTokens + other.outputTokens,
                costUsd == null ? other.costUsd : other.costUsd == null ? costUsd : costUsd.add(other.costUsd));
    }

    public long totalTokens() {
        return inputTokens + cachedInputTokens + outputTokens;
    }
}

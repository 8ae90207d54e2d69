package dev.alfred.contracts.session;

import java.math.BigDecimal;

/**
 * What a CLI reported as the totals of a whole session; the next run's usage is the difference to it.
 *
 * @param costUsd null where the CLI tells no money
 */
public record SessionTotals(BigDecimal costUsd, long inputTokens, long cachedInputTokens, long outputTokens) {}

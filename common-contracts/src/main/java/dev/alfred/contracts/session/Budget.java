package dev.alfred.contracts.session;

import java.math.BigDecimal;

/**
 * What a run may use, all its starts together.
 *
 * @param usd the most that it may cost, in US dollars, or null for no limit
 * @param tokens the most tokens of all kinds that it may use, or 0 for no limit
 * @param price gives the cost where the CLI tells none; null where there is none: money is not known then before it is told
 */
public record Budget(BigDecimal usd, long tokens, ModelPrice price) {
    public static final Budget NONE = new Budget(null, 0, null);

    /** The same usage with what it cost by the price, where its CLI has told no cost. */
    public Usage priced(Usage used) {
        return used.costUsd() == null && price != null && used.totalTokens() > 0 ? used.costing(price.of(used)) : used;
    }

    /** Whether a run that has used so much must end. */
    public boolean exceededBy(Usage used) {
        return usd != null && used.costUsd() != null && used.costUsd().compareTo(usd) > 0
                || tokens > 0 && used.totalTokens() > tokens;
    }

    /** Whether a run that has used so much can't begin anything more. */
    public boolean usedUpBy(Usage used) {
        return usd != null && used.costUsd() != null && used.costUsd().compareTo(usd) >= 0
                || tokens > 0 && used.totalTokens() >= tokens;
    }

    /** What is left of the money, or null for no limit. */
    public BigDecimal usdLeft(Usage used) {
        return usd == null || used.costUsd() == null ? usd : usd.subtract(used.costUsd());
    }

    /** What is left of it after that; for one that is not used up. */
    public Budget left(Usage used) {
        return new Budget(usdLeft(used), tokens > 0 ? tokens - used.totalTokens() : 0, price);
    }

    /** How much of it was used, in words for people. */
    public String told(Usage used) {
        StringBuilder text = new StringBuilder();
        if (used.costUsd() != null) {
            text.append(used.costUsd().stripTrailingZeros().toPlainString());
            if (usd != null) {
                text.append(" of ").append(usd.toPlainString());
            }
            text.append(" US dollars, ");
        }
        text.append(used.totalTokens());
        if (tokens > 0) {
            text.append(" of ").append(tokens);
        }
        return text.append(" tokens").toString();
    }
}

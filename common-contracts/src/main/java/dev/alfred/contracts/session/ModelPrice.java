package dev.alfred.contracts.session;

import java.math.BigDecimal;

/** What a model takes for its work, in US dollars for a million tokens; cached input is counted apart from the other input. */
public record ModelPrice(BigDecimal input, BigDecimal cachedInput, BigDecimal output) {
    private static final int MILLION = 6;

    public ModelPrice {
        if (input.signum() < 0 || cachedInput.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price is below zero");
        }
    }

    /** In US dollars. */
    public BigDecimal of(Usage used) {
        return price(input, used.inputTokens())
                .add(price(cachedInput, used.cachedInputTokens()))
                .add(price(output, used.outputTokens()))
                .movePointLeft(MILLION)
                .stripTrailingZeros();
    }

    private static BigDecimal price(BigDecimal each, long tokens) {
        return each.multiply(BigDecimal.valueOf(tokens));
    }
}

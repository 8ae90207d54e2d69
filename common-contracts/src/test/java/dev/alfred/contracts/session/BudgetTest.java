package dev.alfred.contracts.session;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BudgetTest {
    private static final ModelPrice PRICE =
            new ModelPrice(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15"));
    private static final Usage USED = new Usage(1_000_000, 100_000, 20_000, null);

    @Test
    void pricesEachKindOfTokensByTheMillion() {
        assertThat(PRICE.of(USED)).isEqualByComparingTo("3.33");
        assertThat(PRICE.of(new Usage(100, 7, 20, null))).isEqualByComparingTo("0.0006021");
        assertThat(PRICE.of(Usage.NOTHING)).isZero();
    }

    @Test
    void refusesAPriceBelowZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelPrice(BigDecimal.ONE, BigDecimal.ONE, new BigDecimal("-1")));
    }

    @Test
    void givesThePriceOnlyWhereTheCliToldNoCost() {
        Budget budget = new Budget(null, 0, PRICE);

        assertThat(budget.priced(USED).costUsd()).isEqualByComparingTo("3.33");
        assertThat(budget.priced(USED.costing(BigDecimal.ONE)).costUsd()).isEqualByComparingTo("1");
        assertThat(Budget.NONE.priced(USED).costUsd()).isNull();
        assertThat(budget.priced(Usage.NOTHING)).isEqualTo(Usage.NOTHING);
    }

    @Test
    void isExceededByMoreThanItAndUsedUpByAllOfIt() {
        Budget money = new Budget(new BigDecimal("2.50"), 0, null);
        Budget tokens = new Budget(null, 1_120_000, null);

        assertThat(money.exceededBy(USED.costing(new BigDecimal("2.5")))).isFalse();
        assertThat(money.usedUpBy(USED.costing(new BigDecimal("2.5")))).isTrue();
        assertThat(money.exceededBy(USED.costing(new BigDecimal("2.51")))).isTrue();
        assertThat(tokens.exceededBy(USED)).isFalse();
        assertThat(tokens.usedUpBy(USED)).isTrue();
        assertThat(tokens.exceededBy(USED.plus(new Usage(0, 0, 1, null)))).isTrue();
    }

    @Test
    void moneyThatNobodyToldExceedsNothing() {
        assertThat(new Budget(BigDecimal.ONE, 0, null).exceededBy(USED)).isFalse();
        assertThat(Budget.NONE.exceededBy(USED.costing(BigDecimal.TEN))).isFalse();
        assertThat(Budget.NONE.usedUpBy(USED)).isFalse();
    }

    @Test
    void leavesWhatWasNotUsed() {
        assertThat(new Budget(new BigDecimal("2.50"), 1_120_001, PRICE).left(USED.costing(BigDecimal.ONE)))
                .isEqualTo(new Budget(new BigDecimal("1.50"), 1, PRICE));
        assertThat(Budget.NONE.left(USED)).isEqualTo(Budget.NONE);
    }

    @Test
    void saysHowMuchOfItWasUsed() {
        assertThat(new Budget(new BigDecimal("2.50"), 1000, null).told(USED.costing(new BigDecimal("3.33"))))
                .isEqualTo("3.33 of 2.50 US dollars, 1120000 of 1000 tokens");
        assertThat(Budget.NONE.told(USED)).isEqualTo("1120000 tokens");
    }
}

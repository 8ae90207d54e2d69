package dev.alfred.runner.adapter;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UsageAccountTest {
    @Test
    void takesTotalsOfTheSessionAsTheDifferenceToWhatWasKnown() {
        UsageAccount account = new UsageAccount(false, Budget.NONE);
        account.session(new SessionTotals(null, 203, 14, 40));

        account.add(told(null, new SessionTotals(null, 306, 21, 60), null));
        account.add(told(null, new SessionTotals(null, 410, 28, 80), null));

        assertThat(account.used()).isEqualTo(new Usage(207, 14, 40, null));
        assertThat(account.totals()).isEqualTo(new SessionTotals(null, 410, 28, 80));
    }

    @Test
    void countsTotalsBelowTheKnownOnesFromNothing() {
        UsageAccount account = new UsageAccount(false, Budget.NONE);
        account.session(new SessionTotals(null, 5000, 500, 50));

        account.add(told(null, new SessionTotals(null, 100, 7, 20), null));

        assertThat(account.used()).isEqualTo(new Usage(100, 7, 20, null));
    }

    @Test
    void countsAFreshSessionsTotalsWhollyAfterTheAbandonedOnes() {
        UsageAccount account = new UsageAccount(false, Budget.NONE);
        account.session(new SessionTotals(null, 203, 14, 40));
        account.add(told(null, new SessionTotals(null, 303, 21, 60), null));

        account.session(null);
        account.add(told(null, new SessionTotals(null, 100, 0, 20), null));

        assertThat(account.used()).isEqualTo(new Usage(200, 7, 40, null));
    }

    @Test
    void subtractsWhatTheSessionHadCostWhereTheCliTellsItsWholeCost() {
        UsageAccount account = new UsageAccount(true, Budget.NONE);
        account.session(new SessionTotals(new BigDecimal("0.0008"), 0, 0, 0));

        account.add(told(new Usage(103, 0, 20, null), null, new BigDecimal("0.0012")));

        assertThat(account.used().costUsd()).isEqualByComparingTo("0.0004");
        assertThat(account.used().inputTokens()).isEqualTo(103);
    }

    private static AgentEnd told(Usage usage, SessionTotals totals, BigDecimal cost) {
        AgentReport report =
                new AgentReport(false, "end", null, false, 1, "done", "id", usage, cost, totals, List.of());
        return new AgentEnd(0, Optional.empty(), report, true, "id", "done", Usage.NOTHING, "");
    }
}

package dev.alfred.runner.adapter;

import java.math.BigDecimal;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;

/**
 * What a run used, all its starts together, counted from this run on: what a CLI reports as totals of the whole session is
 * turned into the difference to what was known of that session.
 */
final class UsageAccount {
    private final boolean costOfSession;
    private final Budget budget;
    private Usage used = Usage.NOTHING;
    private SessionTotals totals;

    /**
     * @param costOfSession whether the CLI's cost is the whole session's
     * @param budget knows what tokens cost where the CLI tells no money
     */
    UsageAccount(boolean costOfSession, Budget budget) {
        this.costOfSession = costOfSession;
        this.budget = budget;
    }

    /** Another session is worked in from here on; {@code known} are its totals so far, or null. */
    void session(SessionTotals known) {
        totals = known;
    }

    void add(AgentEnd end) {
        AgentReport report = end.report();
        Usage start = report != null && report.usage() == null && report.totals() != null
                ? tokens(report.totals())
                : end.usage();
        BigDecimal told = report == null ? null : cost(report.totalCostUsd());
        used = used.plus(
                budget.priced(start.costing(told == null ? end.streamed().costUsd() : told)));
        if (report != null && report.totals() != null) {
            totals = report.totals();
        }
    }

    private Usage tokens(SessionTotals told) {
        return new Usage(
                difference(told.inputTokens(), totals == null ? 0 : totals.inputTokens()),
                difference(told.cachedInputTokens(), totals == null ? 0 : totals.cachedInputTokens()),
                difference(told.outputTokens(), totals == null ? 0 : totals.outputTokens()),
                null);
    }

    /** A total below the known one is a new count. */
    private static long difference(long told, long known) {
        return told >= known ? told - known : told;
    }

    private BigDecimal cost(BigDecimal told) {
        if (told == null || !costOfSession || totals == null || totals.costUsd() == null) {
            return told;
        }
        BigDecimal difference = told.subtract(totals.costUsd());
        return difference.signum() < 0 ? told : difference;
    }

    Usage used() {
        return used;
    }

    /** Of the session that is worked in, or null where nothing is known of it. */
    SessionTotals totals() {
        return totals;
    }
}

package dev.alfred.runner.adapter;

import java.math.BigDecimal;
import java.util.List;

import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;

/**
 * A CLI's own account of a start, from its last event.
 *
 * @param kind the CLI's word for how it ended
 * @param apiStatus the HTTP status of the model error that ended it, or null
 * @param apiError whether a model error ended it
 * @param text the last message, or null
 * @param usage of this start alone, or null where the CLI tells the whole session's alone
 * @param totalCostUsd as the CLI tells it, of the whole session on some versions; null where it tells none
 * @param totals of the whole session, or null where the CLI tells none
 */
public record AgentReport(
        boolean error,
        String kind,
        Integer apiStatus,
        boolean apiError,
        int turns,
        String text,
        String sessionId,
        Usage usage,
        BigDecimal totalCostUsd,
        SessionTotals totals,
        List<String> errors) {
    public AgentReport {
        errors = List.copyOf(errors);
    }

    /** Without the counts that no run can have. */
    AgentReport plausible() {
        boolean fit = (usage == null || usage.plausible()) && (totals == null || plausible(totals));
        return fit
                ? this
                : new AgentReport(
                        error, kind, apiStatus, apiError, turns, text, sessionId, null, totalCostUsd, null, errors);
    }

    private static boolean plausible(SessionTotals told) {
        return new Usage(told.inputTokens(), told.cachedInputTokens(), told.outputTokens(), told.costUsd()).plausible();
    }
}

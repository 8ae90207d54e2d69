package dev.alfred.mailbox.phase.model;

import java.math.BigDecimal;

import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.mailbox.setting.model.EffectiveSettings;

/**
 * What a mailbox's runs have used, and what is reserved for the one under way. A mailbox that is opened again keeps it.
 *
 * @param usd in US dollars
 * @param tokens of all kinds
 */
public record Spending(BigDecimal usd, long tokens, BigDecimal reservedUsd, long reservedTokens) {
    public static final Spending NONE = new Spending(BigDecimal.ZERO, 0, BigDecimal.ZERO, 0);

    /** Whether another run could use more than the mailbox may. */
    boolean forbidsARun(EffectiveSettings settings) {
        return settings.mailboxBudgetUsd()
                        .filter(most -> usd.add(settings.runBudgetUsd()).compareTo(most) > 0)
                        .isPresent()
                || settings.mailboxTokenLimit()
                        .filter(most -> tokens + settings.runTokenLimit() > most)
                        .isPresent();
    }

    /** A run begins, and may use as much as a run may. */
    Spending reserve(EffectiveSettings settings) {
        return new Spending(usd, tokens, settings.runBudgetUsd(), settings.runTokenLimit());
    }

    /** The run has ended: what it used counts; all that it might have used where that is not known. */
    Spending settle(Usage used, RunState how) {
        if (how == RunState.LOST) {
            return new Spending(usd.add(reservedUsd), tokens + reservedTokens, BigDecimal.ZERO, 0);
        }
        boolean moneyUnknown = used.costUsd() == null && used.totalTokens() > 0;
        BigDecimal cost = used.costUsd() == null ? BigDecimal.ZERO : used.costUsd();
        return new Spending(
                usd.add(moneyUnknown ? reservedUsd : cost), tokens + used.totalTokens(), BigDecimal.ZERO, 0);
    }
}

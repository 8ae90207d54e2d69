package dev.alfred.contracts.runrequests;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.vocabulary.AdapterId;

/**
 * The effective settings of one run, one snapshot from decision to end.
 *
 * @param provider a provider's id in the orchestrator's configuration, or null for the adapter's default
 * @param model null for the provider's default
 * @param runnerImage null for the pool's default
 * @param egressAllow hosts ({@code host} or {@code host:port}) that the run stage may reach besides its provider
 * @param commitAuthor {@code Name <address>}, or null for the bot
 */
public record RunSettings(
        boolean sessionResume,
        AdapterId adapter,
        String provider,
        String model,
        String runnerPool,
        String runnerImage,
        Duration runTimeout,
        Duration setupTimeout,
        int maxAttempts,
        int llmRetries,
        int maxConcurrentRuns,
        long sessionStateMaxBytes,
        BigDecimal runBudgetUsd,
        long runTokenLimit,
        List<String> egressAllow,
        String commitAuthor) {
    public RunSettings {
        egressAllow = List.copyOf(egressAllow);
    }

    /**
     * What the run may use, all its attempts together.
     *
     * @param price of its model, or null
     */
    public Budget budget(ModelPrice price) {
        return new Budget(runBudgetUsd, runTokenLimit, price);
    }
}

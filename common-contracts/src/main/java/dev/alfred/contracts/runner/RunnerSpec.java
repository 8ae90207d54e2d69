package dev.alfred.contracts.runner;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * What an attempt is to do, without any secret: the file {@code spec.json} of the input directory. The prompts lie
 * beside it as {@code prompt-full.md} and {@code prompt-delta.md} (absent where there is no delta).
 *
 * @param baseCommit fixed by the run's first attempt, null in it
 * @param session null when the run uses no session
 * @param useDelta whether a resumed session gets the delta form
 * @param fingerprint of the session to resume at its last end, or null
 * @param totals of the session to resume at its last end, or null
 * @param traceparent W3C trace context, or null
 */
public record RunnerSpec(
        UUID run,
        int attempt,
        MailboxKey mailbox,
        Phase phase,
        AdapterId adapter,
        String model,
        Repository repository,
        String baseCommit,
        SessionRef session,
        boolean namedSession,
        boolean useDelta,
        SessionFingerprint fingerprint,
        SessionTotals totals,
        Provider provider,
        Limits limits,
        String commitAuthor,
        String traceparent) {
    public RunnerSpec {
        provider = provider.protocol() == null
                ? provider.speaking(adapter.protocols().getFirst())
                : provider;
    }

    /**
     * @param branch the mailbox's branch
     * @param pushed whether Alfred has pushed it before
     */
    public record Repository(
            ForgeKind forge, String cloneUrl, String branch, String base, boolean pushed, boolean alfredsOwn) {}

    /**
     * The model's side.
     *
     * @param protocol where a spec names none (it was written before there was a choice), its adapter's first
     * @param baseUrl null for the vendor's own
     * @param secretEnvironment names of the variables that the run stage takes from files of the same name
     */
    public record Provider(String id, ModelProtocol protocol, String baseUrl, List<String> secretEnvironment) {
        public Provider {
            secretEnvironment = List.copyOf(secretEnvironment);
        }

        private Provider speaking(ModelProtocol other) {
            return new Provider(id, other, baseUrl, secretEnvironment);
        }
    }

    /**
     * @param maxTurns stops a model that loops; tokenLimit 0 and budgetUsd null mean none
     * @param price of the model, or null where it is not known
     */
    public record Limits(
            Duration timeout,
            Duration setupTimeout,
            Duration silence,
            int retries,
            int maxTurns,
            BigDecimal budgetUsd,
            long tokenLimit,
            long sessionStateMaxBytes,
            ModelPrice price) {
        public Budget budget() {
            return new Budget(budgetUsd, tokenLimit, price);
        }
    }
}

package dev.alfred.contracts.session;

import java.time.Duration;

import dev.alfred.contracts.vocabulary.Phase;

/**
 * One piece of work for an agent.
 *
 * @param fullPrompt everything, for a session that knows nothing
 * @param deltaPrompt what is new, for a session that holds the run named by the request; null where there is none
 * @param session the session to use, or null for none at all
 * @param timeout from the CLI's first start, a second start included
 * @param budget what it may use, both starts and all retries together
 */
public record LlmRequest(
        Phase phase,
        String model,
        String fullPrompt,
        String deltaPrompt,
        SessionRef session,
        Duration timeout,
        int retries,
        Budget budget) {}

package dev.alfred.mailbox.setting.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.alfred.contracts.vocabulary.Phase;

/** A mailbox's budget in money needs agents of which the money is known: told by their CLI, or by their model's price. */
public final class PricedBudget {
    private PricedBudget() {}

    /**
     * Why the settings can't hold together, or empty.
     *
     * @param priced the models that have a price
     */
    public static Optional<String> objection(EffectiveSettings settings, Set<String> priced) {
        if (settings.mailboxBudgetUsd().isEmpty()) {
            return Optional.empty();
        }
        String unknown = Arrays.stream(Phase.values())
                .filter(phase -> !known(settings, phase, priced))
                .map(phase -> "%s by %s with %s"
                        .formatted(
                                phase.wire(),
                                settings.adapter(phase).wire(),
                                settings.model(phase)
                                        .map(model -> "the model " + model)
                                        .orElse("no AGENT_MODEL")))
                .collect(Collectors.joining(", "));
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "MAILBOX_BUDGET_USD needs an agent that tells its cost, or an AGENT_MODEL with a price in alfred.prices; there is neither for "
                                + unknown);
    }

    private static boolean known(EffectiveSettings settings, Phase phase, Set<String> priced) {
        return settings.adapter(phase).tellsCost()
                || settings.model(phase).filter(priced::contains).isPresent();
    }
}

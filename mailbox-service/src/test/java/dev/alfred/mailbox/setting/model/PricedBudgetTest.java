package dev.alfred.mailbox.setting.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PricedBudgetTest {
    private static final Set<String> PRICED = Set.of("gpt-priced");

    @Test
    void withoutABudgetInMoneyNothingNeedsAPrice() {
        assertThat(PricedBudget.objection(settings(Map.of("AGENT_ADAPTER", "codex")), PRICED))
                .isEmpty();
        assertThat(PricedBudget.objection(
                        settings(Map.of("AGENT_ADAPTER", "codex", "MAILBOX_TOKEN_LIMIT", "5")), PRICED))
                .isEmpty();
    }

    @Test
    void anAgentThatTellsItsCostNeedsNone() {
        assertThat(PricedBudget.objection(settings(Map.of("MAILBOX_BUDGET_USD", "20")), Set.of()))
                .isEmpty();
    }

    @Test
    void anotherNeedsAModelWithAPriceInEachPhase() {
        Map<String, String> values = new TreeMap<>(Map.of("MAILBOX_BUDGET_USD", "20", "AGENT_ADAPTER.answer", "codex"));
        assertThat(PricedBudget.objection(settings(values), PRICED).orElseThrow())
                .contains("alfred.prices", "answer by codex with no AGENT_MODEL")
                .doesNotContain("analysis");

        values.put("AGENT_MODEL.answer", "gpt-unheard-of");
        assertThat(PricedBudget.objection(settings(values), PRICED).orElseThrow())
                .contains("answer by codex with the model gpt-unheard-of");

        values.put("AGENT_MODEL.answer", "gpt-priced");
        assertThat(PricedBudget.objection(settings(values), PRICED)).isEmpty();
    }

    private static EffectiveSettings settings(Map<String, String> values) {
        Map<SettingName, String> named = new TreeMap<>();
        values.forEach((key, value) -> named.put(SettingName.parse(key).orElseThrow(), value));
        return EffectiveSettings.of(Map.of(), named);
    }
}

package dev.alfred.mailbox.prompt.model;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PromptBudgetTest {
    @Test
    void cutsNothingThatFits() {
        assertThat(PromptBudget.cap(List.of(1000, 2000), 3000)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void cutsOnlyTheLongestAndFillsTheRoom() {
        assertThat(PromptBudget.cap(List.of(9000, 1000, 9000), 7000)).isEqualTo(3000);
    }

    @Test
    void neverCutsBelowALegibleRest() {
        assertThat(PromptBudget.cap(List.of(9000), -5)).isEqualTo(PromptBudget.LEAST);
    }
}

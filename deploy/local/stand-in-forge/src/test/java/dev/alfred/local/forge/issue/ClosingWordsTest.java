package dev.alfred.local.forge.issue;

import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClosingWordsTest {

    @Test
    void readsTheUsualPromises() {
        assertThat(ClosingWords.issuesIn("Closes #7, fixes: #8\nRESOLVED #9")).isEqualTo(Set.of(7L, 8L, 9L));
    }

    @Test
    void takesNoPromiseFromAMereMention() {
        assertThat(ClosingWords.issuesIn("see #7, discloses #8, close to #9")).isEmpty();
    }
}

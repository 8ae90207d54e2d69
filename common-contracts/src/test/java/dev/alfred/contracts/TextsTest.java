package dev.alfred.contracts;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextsTest {
    @Test
    void leavesAShortTextAlone() {
        assertThat(Texts.bounded("short")).isEqualTo("short");
        assertThat(Texts.bounded(null)).isNull();
    }

    @Test
    void leavesATextOfExactlyTheBoundAlone() {
        String text = "\"\n".repeat(Texts.MAX_BYTES / 2);

        assertThat(Texts.bounded(text)).isEqualTo(text);
    }

    @Test
    void keepsTheBeginningAndTheEndOfALongTextAroundANotice() {
        String text = "begin" + "x".repeat(Texts.MAX_BYTES) + "end";

        String bounded = Texts.bounded(text);

        assertThat(bounded).startsWith("begin").endsWith("end").contains("cut by Alfred");
        assertThat(bounded.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(Texts.MAX_BYTES);
    }

    @Test
    void neverCutsACharacterInHalf() {
        for (int padding = 0; padding < 4; padding++) {
            String bounded = Texts.bounded("x".repeat(padding) + "🚀".repeat(Texts.MAX_BYTES));

            assertThat(bounded).doesNotContain("\uFFFD").contains("cut by Alfred");
            assertThat(bounded.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(Texts.MAX_BYTES);
        }
    }
}

package dev.alfred.runner.adapter.session;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SessionIdFormatTest {
    private static final String ID = "11111111-aaaa-4111-8111-111111111111";

    @Test
    void takesAnIdInLowerCaseForWhatItIs() {
        assertThat(SessionIdFormat.UUID.require(ID)).isEqualTo(ID);
        assertThat(SessionIdFormat.UUID_IN_LOWER_CASE.require(ID)).isEqualTo(ID);
    }

    @Test
    void takesCapitalsWhereTheCliDoes() {
        assertThat(SessionIdFormat.UUID.matches(ID.toUpperCase())).isTrue();
        assertThat(SessionIdFormat.UUID_IN_LOWER_CASE.matches(ID.toUpperCase())).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "--dangerous",
                ID + "\n",
                " " + ID,
                ID + "/../x",
                "11111111aaaa41118111111111111111",
                "g1111111-aaaa-4111-8111-111111111111"
            })
    void letsNothingElseOntoACommandLine(String text) {
        assertThat(SessionIdFormat.UUID.matches(text)).isFalse();
        assertThatThrownBy(() -> SessionIdFormat.UUID.require(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SessionIdFormat.UUID_IN_LOWER_CASE.require(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.alfred.orchestrator.installation;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class VerifiedVersionsTest {
    @ParameterizedTest
    @CsvSource({
        ">=2.1.266, 2.1.266, true",
        ">=2.1.266, 2.1.328, true",
        ">=2.1.266, 2.1.207, false",
        ">=2.1.266, 3.0.0, true",
        ">=2.1.76, 2.1.9, false",
        ">=0.117.0 <0.171.0 || 0.173.x, 0.169.0, true",
        ">=0.117.0 <0.171.0 || 0.173.x, 0.171.0, false",
        ">=0.117.0 <0.171.0 || 0.173.x, 0.173.4, true",
        ">=2.1.266, nonsense, false",
        ">=2.1.266 <3, 2.9.0, true",
        ">=2.1.266 <3, 3.0.0, false",
        ">=2.1.266 <3, 3.0.0-beta.1, false",
        "2.1.266 - 2.1.328, 2.1.328, true",
        "0.169.0, 0.169.0, true"
    })
    void aRangeHoldsTheVersionsBetweenItsBounds(String range, String version, boolean holds) {
        assertThat(VerifiedVersions.of(Optional.of(range)).hold(version)).isEqualTo(holds);
    }

    @Test
    void nothingIsVerifiedWithoutARange() {
        assertThat(VerifiedVersions.of(Optional.empty()).hold("9.9.9")).isFalse();
        assertThat(VerifiedVersions.of(Optional.of(" ")).hold("9.9.9")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "latest",
                "=>2.1",
                ">=x.y",
                ">=1.18.0 oops",
                "1.18.33 || oops",
                ">=2.1.266, <3",
                "||",
                ">=1.0.0 ||"
            })
    void whatIsNoRangeIsRefusedWithOneThatIs(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedVersions.of(Optional.of(text)))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining(">=2.1.266 <3");
    }
}

package dev.alfred.messaging;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UuidV7Test {

    @Test
    void holdsTheMillisecondVersionAndVariantWhateverTheRandomBits() {
        UUID id = UuidV7.of(0x019591e50000L, -1L, -1L);

        assertThat(id).hasToString("019591e5-0000-7fff-bfff-ffffffffffff");
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
    }

    @Test
    void sortsByTimeAsText() {
        assertThat(UuidV7.of(1_000, -1, -1).toString())
                .isLessThan(UuidV7.of(1_001, 0, 0).toString());
    }
}

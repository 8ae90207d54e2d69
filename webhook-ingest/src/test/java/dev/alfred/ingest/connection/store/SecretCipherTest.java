package dev.alfred.ingest.connection.store;

import java.util.Base64;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecretCipherTest {
    private final SecretCipher cipher = new SecretCipher(Base64.getEncoder().encodeToString(new byte[32]));

    @Test
    void opensWhatItSealed() {
        assertThat(cipher.open(cipher.seal("hush 🚀", "work"), "work")).isEqualTo("hush 🚀");
    }

    @Test
    void sealsTheSameTextDifferentlyEachTime() {
        assertThat(cipher.seal("hush", "work")).isNotEqualTo(cipher.seal("hush", "work"));
    }

    @Test
    void refusesWhatWasChangedMovedOrSealedWithAnotherKey() {
        byte[] sealed = cipher.seal("hush", "work");
        byte[] key = new byte[32];
        key[0] = 1;
        SecretCipher other = new SecretCipher(Base64.getEncoder().encodeToString(key));
        byte[] changed = sealed.clone();
        changed[changed.length - 1] ^= 1;

        assertThatThrownBy(() -> cipher.open(changed, "work")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cipher.open(sealed, "home")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> other.open(sealed, "work")).hasMessageContaining("ALFRED_SECRET_KEY");
        assertThatThrownBy(() -> cipher.open(new byte[3], "work")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysWhatKeyItNeeds() {
        for (String wrong : new String[] {"", "too short", Base64.getEncoder().encodeToString(new byte[16])}) {
            assertThatThrownBy(() -> new SecretCipher(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ALFRED_SECRET_KEY must be 32 random bytes");
        }
    }
}

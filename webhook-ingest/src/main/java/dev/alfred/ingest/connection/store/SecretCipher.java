package dev.alfred.ingest.connection.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM for secrets at rest: a version byte, a random nonce, the sealed text. What it belongs to is authenticated
 * with it, so that a row's secret can't be moved to another row.
 */
final class SecretCipher {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final byte VERSION = 1;
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    /** @param base64Key 32 bytes in base64; anything else is an {@link IllegalArgumentException} that says so */
    SecretCipher(String base64Key) {
        this.key = new SecretKeySpec(decoded(base64Key), "AES");
    }

    byte[] seal(String text, String belongsTo) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, nonce, belongsTo, text.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                .put(VERSION)
                .put(nonce)
                .put(sealed)
                .array();
    }

    String open(byte[] sealed, String belongsTo) {
        ByteBuffer buffer = ByteBuffer.wrap(sealed);
        if (sealed.length <= 1 + NONCE_BYTES || buffer.get() != VERSION) {
            throw new IllegalStateException("a stored secret has an unknown form");
        }
        byte[] nonce = new byte[NONCE_BYTES];
        buffer.get(nonce);
        byte[] rest = new byte[buffer.remaining()];
        buffer.get(rest);
        return new String(run(Cipher.DECRYPT_MODE, nonce, belongsTo, rest), StandardCharsets.UTF_8);
    }

    private byte[] run(int mode, byte[] nonce, String belongsTo, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(belongsTo.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stored secret can't be opened: was ALFRED_SECRET_KEY changed?", e);
        }
    }

    private static byte[] decoded(String base64Key) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64Key.strip());
        } catch (IllegalArgumentException e) {
            bytes = new byte[0];
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    "ALFRED_SECRET_KEY must be 32 random bytes in base64, for instance from: openssl rand -base64 32");
        }
        return bytes;
    }
}

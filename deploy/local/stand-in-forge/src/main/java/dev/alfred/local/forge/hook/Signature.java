package dev.alfred.local.forge.hook;

import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The HMAC of a payload in lower-case hex; empty without a secret, as Forgejo sends it. */
final class Signature {

    private Signature() {}

    static String sha256(String secret, byte[] payload) {
        return hmac("HmacSHA256", secret, payload);
    }

    static String sha1(String secret, byte[] payload) {
        return hmac("HmacSHA1", secret, payload);
    }

    private static String hmac(String algorithm, String secret, byte[] payload) {
        if (secret.isEmpty()) {
            return "";
        }
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), algorithm));
            return HexFormat.of().formatHex(mac.doFinal(payload));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

package dev.alfred.local.launcher;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;

/**
 * The passwords and keys of the local system: made at the first start, kept in one file that only its owner reads.
 * {@code ALFRED_ADMIN_PASSWORD} sets the administrator's.
 */
final class LocalSecrets {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Properties kept = new Properties();
    private final Path file;

    LocalSecrets(Path file) {
        this.file = file;
        try {
            if (Files.exists(file)) {
                try (Reader reader = Files.newBufferedReader(file)) {
                    kept.load(reader);
                }
            }
        } catch (IOException e) {
            throw new CannotStart("cannot read " + file + ": remove it, or make it readable.", e);
        }
    }

    String adminPassword() {
        String given = System.getenv("ALFRED_ADMIN_PASSWORD");
        return given == null || given.isBlank() ? secret("admin-password", 18) : given;
    }

    String servicePassword() {
        return secret("service-password", 24);
    }

    /** 32 random bytes in base64, with which webhook secrets are encrypted. */
    String secretKey() {
        return keep("secret-key", () -> Base64.getEncoder().encodeToString(random(32)));
    }

    String databasePassword(String role) {
        return secret("database-" + role, 24);
    }

    String forgeToken(String login) {
        return secret("forge-token-" + login, 24);
    }

    String webhookSecret() {
        return secret("webhook-secret", 24);
    }

    private String secret(String name, int bytes) {
        return keep(name, () -> Base64.getUrlEncoder().withoutPadding().encodeToString(random(bytes)));
    }

    private synchronized String keep(String name, java.util.function.Supplier<String> make) {
        String value = kept.getProperty(name);
        if (value == null) {
            value = make.get();
            kept.setProperty(name, value);
            write();
        }
        return value;
    }

    private void write() {
        try {
            if (Files.notExists(file)) {
                Files.createDirectories(file.getParent());
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            try (Writer writer = Files.newBufferedWriter(file)) {
                kept.store(writer, null);
            }
        } catch (IOException e) {
            throw new CannotStart("cannot write " + file + ": set ALFRED_HOME to a directory that you may write.", e);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}

package dev.alfred.mailbox.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.mailbox.MailboxServiceConfig;
import org.jboss.logging.Logger;

/**
 * Reads secrets at the moment of use from files named {@code name/key} below the secrets' directory. Whoever puts a
 * short-lived token there says in {@code name/key.expires-at} until when it is good, and writes that file after the
 * token's.
 */
@ApplicationScoped
public class SecretFiles {
    /** What a reference to a secret looks like. */
    public static final String SHAPE = "[A-Za-z0-9]([A-Za-z0-9._-]{0,252})/[A-Za-z0-9]([A-Za-z0-9._-]{0,252})";

    private static final Logger LOG = Logger.getLogger(SecretFiles.class);
    private static final Pattern REFERENCE = Pattern.compile(SHAPE);
    private static final String EXPIRY = ".expires-at";
    private static final long LARGEST = 64 * 1024;

    private final Path directory;

    SecretFiles(MailboxServiceConfig config) {
        this.directory = config.secretsDir().toAbsolutePath().normalize();
    }

    /** @param expiresAt until when it is good; null where nothing says that it ends */
    public record Token(String value, Instant expiresAt) {
        @Override
        public String toString() {
            return "Token[expiresAt=" + expiresAt + "]";
        }
    }

    /** The secret and until when it is good; empty where the reference names none that can be read. */
    public Optional<Token> token(String reference) {
        // In this order: a token that is replaced in between has its predecessor's time, never the other way round.
        Instant expiresAt = expiry(reference);
        return read(reference).map(value -> new Token(value, expiresAt));
    }

    private Instant expiry(String reference) {
        Optional<String> told = read(reference + EXPIRY);
        try {
            return told.map(Instant::parse).orElse(null);
        } catch (DateTimeParseException e) {
            LOG.warnf(
                    "A secret's time of expiry is none, the secret counts as one that does not end: secretRef=%s",
                    reference);
            return null;
        }
    }

    /** The secret without surrounding white space; empty where the reference names none that can be read. */
    public Optional<String> read(String reference) {
        if (reference == null || !REFERENCE.matcher(reference).matches()) {
            return Optional.empty();
        }
        Path file = directory.resolve(reference).normalize();
        try {
            if (!file.startsWith(directory) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            String secret = Files.readString(file).strip();
            return secret.isEmpty() ? Optional.empty() : Optional.of(secret);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warnf(
                    "A secret can't be read, what needs it waits: secretRef=%s cause=%s",
                    reference, e.getClass().getSimpleName());
            return Optional.empty();
        }
    }
}

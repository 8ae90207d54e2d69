package dev.alfred.mailbox.forge;

import java.time.Instant;

/**
 * What a forge lets Alfred in with, read from its secret at use. Good for the API, and for git as the password.
 *
 * @param username for git over HTTP
 * @param expiresAt until when the token is good; null where nothing says that it ends
 */
public record ForgeCredential(String username, String token, Instant expiresAt) {
    /** Good for ever, as far as is known. */
    public ForgeCredential(String username, String token) {
        this(username, token, null);
    }

    public boolean expired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    @Override
    public String toString() {
        return "ForgeCredential[username=" + username + ", expiresAt=" + expiresAt + "]";
    }
}

package dev.alfred.contracts.internal;

import java.time.Instant;

/**
 * mailbox-service's answer to {@code POST /internal/projects/{uuid}/git-credential}: good for one repository.
 *
 * @param expiresAt null where the forge's tokens don't expire
 */
public record GitCredential(String username, String password, Instant expiresAt) {
    public boolean expired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    @Override
    public String toString() {
        return "GitCredential[username=" + username + ", expiresAt=" + expiresAt + "]";
    }
}

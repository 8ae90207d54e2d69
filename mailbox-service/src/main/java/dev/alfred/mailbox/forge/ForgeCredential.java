package dev.alfred.mailbox.forge;

/**
 * What a forge lets Alfred in with, read from its secret at use. Good for the API, and for git as the password.
 *
 * @param username for git over HTTP
 */
public record ForgeCredential(String username, String token) {
    @Override
    public String toString() {
        return "ForgeCredential[username=" + username + "]";
    }
}

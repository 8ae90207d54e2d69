package dev.alfred.local.forge.account;

/** Someone with an account on this forge; ids are what other systems should remember. */
public record Account(long id, String login, String fullName, String email, boolean admin) {

    /** Stands in for an account that is no longer configured, as real forges do. */
    public static Account ghost() {
        return new Account(-1, "Ghost", "", "", false);
    }
}

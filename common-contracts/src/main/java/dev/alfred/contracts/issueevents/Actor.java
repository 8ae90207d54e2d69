package dev.alfred.contracts.issueevents;

/**
 * An account on the forge. A deleted account is {@link #GHOST}.
 *
 * @param id the forge's numeric id as text, or null where the webhook has none
 * @param login as the forge spells it; compare ids, never logins
 * @param bot whether the webhook itself says that it is a bot
 */
public record Actor(String id, String login, boolean bot) {
    public static final Actor GHOST = new Actor(null, "ghost", false);
}

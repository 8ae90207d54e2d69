package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.issueevents.Actor;

/** Alfred's own account on a project's forge. Ids are compared; logins only where a webhook tells no id. */
public record Bot(String id, String login) {
    public boolean is(Actor actor) {
        return actor.id() != null && id != null ? id.equals(actor.id()) : login.equalsIgnoreCase(actor.login());
    }
}

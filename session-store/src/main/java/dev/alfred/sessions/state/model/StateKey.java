package dev.alfred.sessions.state.model;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;

/** Names the session state of one mailbox and adapter; both parts are safe as names of files. */
public record StateKey(MailboxKey mailbox, AdapterId adapter) {
    @Override
    public String toString() {
        return mailbox + "/" + adapter.wire();
    }
}

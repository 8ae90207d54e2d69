package dev.alfred.mailbox.mailbox;

import java.time.Instant;

/**
 * Fired inside of transactions; after their commit the workers look for what there is to do.
 *
 * @param decideAt when there is something to decide
 */
record MailboxesChanged(Instant decideAt) {}

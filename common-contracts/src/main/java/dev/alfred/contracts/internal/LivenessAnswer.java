package dev.alfred.contracts.internal;

import java.util.List;

import dev.alfred.contracts.ids.MailboxKey;

/** mailbox-service's answer to a {@link LivenessQuestion}; each mailbox that was asked for is in one of the lists. */
public record LivenessAnswer(List<MailboxLiveness> known, List<MailboxKey> unknown) {
    public LivenessAnswer {
        known = known == null ? List.of() : List.copyOf(known);
        unknown = unknown == null ? List.of() : List.copyOf(unknown);
    }
}

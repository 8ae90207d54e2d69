package dev.alfred.mailbox.mailbox;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.LivenessAnswer;
import dev.alfred.contracts.internal.MailboxLiveness;
import dev.alfred.mailbox.mailbox.store.MailboxRepository;

/** Tells session-store which mailboxes there are, whether they are closed, and for how long their rows are kept. */
@ApplicationScoped
class LivenessQueries {
    private final MailboxRepository mailboxes;
    private final DecisionScopes scopes;

    LivenessQueries(MailboxRepository mailboxes, DecisionScopes scopes) {
        this.mailboxes = mailboxes;
        this.scopes = scopes;
    }

    @Transactional
    LivenessAnswer of(List<MailboxKey> asked) {
        Map<UUID, Integer> retentionDays = new HashMap<>();
        List<MailboxLiveness> known = mailboxes.standings(asked).stream()
                .map(standing -> new MailboxLiveness(
                        standing.key(),
                        standing.status(),
                        standing.revision(),
                        retentionDays.computeIfAbsent(
                                standing.project(),
                                project -> scopes.of(project).settings().retentionDays())))
                .toList();
        Set<MailboxKey> unknown = new HashSet<>(asked);
        known.forEach(found -> unknown.remove(found.mailbox()));
        return new LivenessAnswer(known, List.copyOf(unknown));
    }
}

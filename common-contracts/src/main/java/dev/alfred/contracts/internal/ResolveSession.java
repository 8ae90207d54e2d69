package dev.alfred.contracts.internal;

import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunnerKind;

/**
 * {@code POST /internal/sessions/resolve}: what may this attempt resume? Pins the state to (run, attempt); the same
 * question has the same answer.
 *
 * @param generation of the claim under which the caller looks after the run: what comes of an older one than was seen of the
 *     attempt is late and refused; 0 from callers that tell none
 * @param mailboxRevision the revision that the run was decided at
 * @param freshId the id that a fresh session of this attempt gets: another one each time that the attempt is planned anew,
 *     which then asks anew; null from callers that know none
 * @param cliVersion the installed CLI's version, as {@code major.minor.patch}
 */
public record ResolveSession(
        UUID run,
        int attempt,
        long generation,
        UUID freshId,
        MailboxKey mailbox,
        long mailboxRevision,
        AdapterId adapter,
        RunnerKind runner,
        Phase phase,
        String cliVersion,
        boolean freshRequested,
        boolean tainted) {

    /** Whether the same is asked, under whichever claim. */
    public boolean asksTheSameAs(ResolveSession other) {
        return underClaim(0).equals(other.underClaim(0));
    }

    public ResolveSession underClaim(long other) {
        return new ResolveSession(
                run,
                attempt,
                other,
                freshId,
                mailbox,
                mailboxRevision,
                adapter,
                runner,
                phase,
                cliVersion,
                freshRequested,
                tainted);
    }
}

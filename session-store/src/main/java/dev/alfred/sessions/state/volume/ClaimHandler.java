package dev.alfred.sessions.state.volume;

import java.time.Clock;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.sessions.state.model.Claim;
import dev.alfred.sessions.state.store.AuditTrail;
import dev.alfred.sessions.state.store.ClaimRepository;
import org.jboss.logging.Logger;

/** The transactions around claims' deletions; the deletions themselves lie between them. */
@ApplicationScoped
class ClaimHandler {
    private static final Logger LOG = Logger.getLogger(ClaimHandler.class);

    private final ClaimRepository claims;
    private final AuditTrail audit;
    private final Clock clock;

    ClaimHandler(ClaimRepository claims, AuditTrail audit, Clock clock) {
        this.claims = claims;
        this.audit = audit;
        this.clock = clock;
    }

    @Transactional
    List<Claim> due(int limit) {
        return claims.due(limit);
    }

    @Transactional
    void deleted(Claim claim, ClaimApi.Deletion deletion) {
        claims.deleted(claim, clock.instant());
        String outcome = switch (deletion) {
            case DELETED -> "deleted";
            case NOTHING_THERE -> "nothing was there";
            case NOT_ALFREDS -> "left alone, it isn't Alfred's";
        };
        audit.claimDeleted(claim, outcome);
        LOG.infof("Session claim given up: mailbox=%s claim=%s outcome=%s", claim.mailbox(), claim.name(), outcome);
    }

    /** Makes those due again that were given up and are there all the same, by a start that came too late. */
    @Transactional
    void seen(List<String> names) {
        for (String name : names) {
            if (claims.seen(name).isEmpty()) {
                LOG.warnf(
                        "Left alone, this claim of Alfred's isn't known here; another Alfred's, or delete it: %s",
                        name);
            }
        }
    }
}

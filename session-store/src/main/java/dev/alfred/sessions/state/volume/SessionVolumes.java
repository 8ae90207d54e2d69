package dev.alfred.sessions.state.volume;

import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.sessions.state.Cleared;
import dev.alfred.sessions.state.Detached;
import dev.alfred.sessions.state.Place;
import dev.alfred.sessions.state.StateStorage;
import dev.alfred.sessions.state.StateUnusable;
import dev.alfred.sessions.state.model.Claim;
import dev.alfred.sessions.state.model.SessionState;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import dev.alfred.sessions.state.store.ClaimRepository;
import dev.alfred.sessions.state.store.StateRepository;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jboss.logging.Logger;

/**
 * Session state in PersistentVolumeClaims, one for each mailbox, with a path in it for each adapter. What lies in them
 * isn't seen from here: a removed state is never mounted again, and its bytes go with the claim.
 */
@ApplicationScoped
public class SessionVolumes implements StateStorage {
    private static final Logger LOG = Logger.getLogger(SessionVolumes.class);
    private static final int AT_ONCE = 100;

    private final ClaimApi api;
    private final ClaimHandler handler;
    private final ClaimRepository claims;
    private final StateRepository states;
    private final Clock clock;

    SessionVolumes(ClaimApi api, ClaimHandler handler, ClaimRepository claims, StateRepository states, Clock clock) {
        this.api = api;
        this.handler = handler;
        this.claims = claims;
        this.states = states;
        this.clock = clock;
    }

    @Override
    public StateKind kind() {
        return StateKind.CLAIM;
    }

    @Override
    public Place prepare(StateKey key) {
        if (!api.enabled()) {
            throw new StateUnusable(
                    "session-store knows no cluster for the state of a pod; set alfred.sessions.kubernetes.enabled");
        }
        Claim claim = claims.inUse(key.mailbox(), clock.instant());
        return new Place.Kept(new StateLocation.Claim(claim.name(), subPath(key)));
    }

    /** A path that no removed state has had. */
    private String subPath(StateKey key) {
        int removals = states.removals(key);
        return key.adapter().wire() + (removals == 0 ? "" : "-" + (removals + 1));
    }

    @Override
    public void provide(StateKey key, StateLocation location) {
        if (location instanceof StateLocation.Claim(String name, String ignored)) {
            api.provide(new Claim(name, key.mailbox()));
        }
    }

    /** The claim is given up with the last state in it. */
    @Override
    public Detached detach(StateKey key) {
        boolean here = states.find(key)
                .filter(state -> !state.removed() && state.kind() == StateKind.CLAIM)
                .isPresent();
        if (states.of(key.mailbox()).stream().noneMatch(other -> keepsTheClaim(other, key))) {
            claims.giveUp(key.mailbox());
        }
        return here ? Detached.TAKEN : Detached.NOTHING_THERE;
    }

    private static boolean keepsTheClaim(SessionState other, StateKey removed) {
        return !other.removed()
                && other.kind() == StateKind.CLAIM
                && !other.key().equals(removed);
    }

    @Override
    public Cleared clear() {
        int left = 0;
        if (api.enabled()) {
            List<Claim> due = handler.due(AT_ONCE);
            for (Claim claim : due) {
                switch (order(claim)) {
                    case TAKEN -> {}
                    case REFUSED -> left++;
                    case AWAY -> {
                        // Each further one would wait for the same server, and directories' removal for all of them.
                        return new Cleared.Left(left + due.size() - due.indexOf(claim));
                    }
                }
            }
        }
        return left == 0 ? new Cleared.All() : new Cleared.Left(left);
    }

    /** What the API server made of an order to delete. */
    private enum Answer {
        TAKEN,
        REFUSED,
        AWAY
    }

    private Answer order(Claim claim) {
        try {
            handler.deleted(claim, api.delete(claim));
            return Answer.TAKEN;
        } catch (KubernetesClientException e) {
            LOG.warnf(
                    "A claim can't be deleted now, it is tried again: mailbox=%s claim=%s answer=%s",
                    claim.mailbox(), claim.name(), ClaimApi.words(e));
            return ClaimApi.away(e) ? Answer.AWAY : Answer.REFUSED;
        }
    }

    /** Only what the fingerprint of its last session tells: a lower bound. */
    @Override
    public OptionalLong bytes(StateKey key, SessionFingerprint lastSeen) {
        return lastSeen == null
                ? OptionalLong.empty()
                : OptionalLong.of(lastSeen.files().stream()
                        .mapToLong(SessionFingerprint.FileMark::size)
                        .sum());
    }

    @Override
    public void lookAgain() {
        if (api.enabled()) {
            try {
                handler.seen(api.names());
            } catch (KubernetesClientException e) {
                LOG.warnf("Claims can't be listed now, they are looked for again: answer=%s", ClaimApi.words(e));
            }
        }
    }
}

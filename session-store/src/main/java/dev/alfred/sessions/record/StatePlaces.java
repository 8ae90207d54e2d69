package dev.alfred.sessions.record;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import org.jboss.logging.Logger;

/** Gives the state of a mailbox and adapter its place, in the form that its runner can mount. */
@ApplicationScoped
class StatePlaces {
    private static final Logger LOG = Logger.getLogger(StatePlaces.class);
    private static final String CLAIM_PREFIX = "alfred-session-";

    private final StateDirectories directories;

    StatePlaces(StateDirectories directories) {
        this.directories = directories;
    }

    /**
     * A place, ready to be mounted.
     *
     * @param rejected whether what was in it could not be given to a worker; it was taken away
     */
    record Place(StateLocation location, boolean rejected) {}

    /** Makes a directory; a claim is made by the launcher that mounts it. */
    Place prepare(StateKey key, RunnerKind runner) {
        return switch (runner) {
            case SANDBOX, CONTAINER -> {
                boolean rejected = directories.obstructed(key) && directories.detach(key);
                if (rejected) {
                    LOG.warnf("State can't be given to a worker and is removed, a new one begins: state=%s", key);
                }
                yield new Place(
                        new StateLocation.Directory(directories.prepare(key).toString()), rejected);
            }
            case KUBERNETES ->
                new Place(
                        new StateLocation.Claim(
                                CLAIM_PREFIX + key.mailbox().kubernetesLabel(),
                                key.adapter().wire()),
                        false);
            case HOST -> throw new IllegalArgumentException("the host runner keeps no session state");
        };
    }

    static StateKind kind(StateLocation location) {
        return switch (location) {
            case StateLocation.Directory directory -> StateKind.DIRECTORY;
            case StateLocation.Claim claim -> StateKind.CLAIM;
        };
    }

    static String text(StateLocation location) {
        return switch (location) {
            case StateLocation.Directory directory -> directory.path();
            case StateLocation.Claim claim -> claim.claim() + "/" + claim.subPath();
        };
    }
}

package dev.alfred.sessions.cleanup;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.state.StateDirectories;
import dev.alfred.sessions.state.StateMetrics;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/** One way for all removals: the handler's transaction, then the count, the log line and the clearing away. */
@ApplicationScoped
class Removals {
    private static final Logger LOG = Logger.getLogger(Removals.class);

    private final RemovalHandler handler;
    private final StateDirectories directories;
    private final StateMetrics metrics;

    Removals(RemovalHandler handler, StateDirectories directories, StateMetrics metrics) {
        this.handler = handler;
        this.directories = directories;
        this.metrics = metrics;
    }

    Decision remove(StateKey key, RemovalTrigger trigger) {
        Decision decision = handler.remove(key, trigger);
        switch (decision) {
            case Decision.Remove remove -> {
                metrics.removed(remove.cause());
                LOG.infof(
                        "Session state removed: mailbox=%s adapter=%s cause=%s",
                        key.mailbox(), key.adapter().wire(), remove.cause().wire());
                directories.emptyTrash();
            }
            case Decision.Keep keep ->
                LOG.infof(
                        "Session state kept: mailbox=%s adapter=%s reason=%s",
                        key.mailbox(), key.adapter().wire(), keep.why().wire());
        }
        return decision;
    }
}

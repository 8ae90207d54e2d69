package dev.alfred.sessions.cleanup;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.sessions.cleanup.model.RemovalDecider.Decision;
import dev.alfred.sessions.cleanup.model.RemovalTrigger;
import dev.alfred.sessions.state.StateMetrics;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/** One way for all removals: the handler's transaction, then the count and the log line. */
@ApplicationScoped
class Removals {
    private static final Logger LOG = Logger.getLogger(Removals.class);

    private final RemovalHandler handler;
    private final StateMetrics metrics;

    Removals(RemovalHandler handler, StateMetrics metrics) {
        this.handler = handler;
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
            }
            case Decision.Keep keep ->
                LOG.infof(
                        "Session state kept: mailbox=%s adapter=%s reason=%s",
                        key.mailbox(), key.adapter().wire(), keep.why().wire());
        }
        return decision;
    }
}

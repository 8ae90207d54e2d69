package dev.alfred.orchestrator.launch.kubernetes;

import java.util.Map;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;

/** Names and labels of what belongs to one attempt, so that launching twice meets what is there. */
final class PodNames {
    static final String RUN = "alfred.dev/run";
    static final String ATTEMPT = "alfred.dev/attempt";
    static final String MAILBOX = "alfred.dev/mailbox";
    static final String POOL = "alfred.dev/pool";
    /** On a pod that Alfred itself stopped. */
    static final String STOPPED = "alfred.dev/stopped";
    /** Keeps an ended pod's object, and what its stages left as termination messages, until Alfred has read it. */
    static final String FINALIZER = "alfred.dev/observed";

    private PodNames() {}

    static String pod(UUID run, int attempt) {
        return "alfred-" + run + "-" + attempt;
    }

    static String input(String pod) {
        return pod + "-input";
    }

    static String credentials(String pod, Stage stage) {
        return pod + "-" + stage.wire();
    }

    static Map<String, String> labels(LaunchOrder order) {
        return Map.of(
                "app.kubernetes.io/name",
                "alfred-runner",
                "app.kubernetes.io/managed-by",
                "alfred",
                RUN,
                order.spec().run().toString(),
                ATTEMPT,
                Integer.toString(order.spec().attempt()),
                MAILBOX,
                order.spec().mailbox().kubernetesLabel(),
                POOL,
                order.pool());
    }
}

package dev.alfred.orchestrator.launch.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.LaunchOrder;
import io.fabric8.kubernetes.api.model.Pod;

/** Names and labels of what belongs to one attempt, so that launching twice meets what is there. */
final class PodNames {
    static final String NAME = "app.kubernetes.io/name";
    static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    static final String ALFRED = "alfred";
    /** The name of runner pods and of what belongs to them. */
    static final String RUNNER = "alfred-runner";
    /** The name of pods that look for an image's agents. */
    static final String DETECTION = "alfred-detect";

    static final String RUN = "alfred.dev/run";
    static final String ATTEMPT = "alfred.dev/attempt";
    static final String MAILBOX = "alfred.dev/mailbox";
    static final String POOL = "alfred.dev/pool";
    /** On a pod that Alfred itself stopped. */
    static final String STOPPED = "alfred.dev/stopped";
    /** On a pod that should have a mirror and has none: why. */
    static final String WITHOUT_MIRROR = "alfred.dev/without-mirror";
    /** Keeps an ended pod's object, and what its stages left as termination messages, until Alfred has read it. */
    static final String FINALIZER = "alfred.dev/observed";

    /** The volume of the attempt's input; each stage's credentials lie in a volume of the stage's name. */
    static final String INPUT = "input";

    /** The volume of the mirrors, of which a pod is shown one. */
    static final String MIRROR = "mirror";

    private static final int MARK_LENGTH = 8;

    private PodNames() {}

    static String pod(UUID run, int attempt) {
        return "alfred-" + run + "-" + attempt;
    }

    /** For a new pod. */
    static String mark() {
        return UUID.randomUUID().toString().substring(0, MARK_LENGTH);
    }

    /**
     * The Secret for that volume of a pod.
     *
     * @param mark drawn for each pod, so that what is made late for a pod that is gone fits no other of its name
     */
    static String secret(String pod, String mark, String volume) {
        return pod + "-" + mark + "-" + volume;
    }

    /** The name of the Secret that this very pod waits for in that volume. */
    static String secret(Pod pod, String volume) {
        return pod.getSpec().getVolumes().stream()
                .filter(present -> present.getName().equals(volume) && present.getSecret() != null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the pod has no Secret for " + volume))
                .getSecret()
                .getSecretName();
    }

    /** The volumes whose Secrets are made for each pod. */
    static List<String> secretVolumes() {
        return Stream.concat(Stream.of(INPUT), Stream.of(Stage.values()).map(Stage::wire))
                .toList();
    }

    static Map<String, String> labels(LaunchOrder order) {
        return Map.of(
                NAME,
                RUNNER,
                MANAGED_BY,
                ALFRED,
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

package dev.alfred.orchestrator.launch.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.validation.constraints.Min;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The Kubernetes launcher's settings; it is there where {@code alfred.orchestrator.kubernetes.enabled} is true. */
@ConfigMapping(prefix = "alfred.orchestrator.kubernetes")
public interface KubernetesConfig {
    @WithDefault("false")
    boolean enabled();

    /** Where runner pods, their Secrets and the session volumes live. */
    @WithDefault("alfred-runners")
    String namespace();

    /** The image of orders that name none. */
    @WithDefault("alfred-runner:0.1.0")
    String image();

    @WithDefault("IfNotPresent")
    String imagePullPolicy();

    /** Names of the pull secrets. */
    Optional<List<String>> imagePullSecrets();

    /** A stage's command line in the image; the stage's name is appended. */
    @WithDefault("/opt/alfred/jdk/bin/java,-Xmx256m,-XX:+UseSerialGC,-XX:TieredStopAtLevel=1,"
            + "-XX:+IgnoreUnrecognizedVMOptions,-Xlog:disable,-XX:AOTCache=/opt/alfred/runner/agent-runner.aot,"
            + "-jar,/opt/alfred/runner/quarkus-run.jar")
    List<String> program();

    /** The worker's user and group, and the group that owns volumes. */
    @WithDefault("10001")
    @Min(1)
    long workerId();

    /** The allow-listing proxy, as {@code http://alfred-egress:3128}; empty: the network's own way. */
    Optional<String> egressProxy();

    @WithDefault("500m")
    String cpuRequest();

    @WithDefault("2")
    String cpuLimit();

    @WithDefault("1Gi")
    String memoryRequest();

    @WithDefault("4Gi")
    String memoryLimit();

    @WithDefault("20Gi")
    String workspaceLimit();

    @WithDefault("1Gi")
    String homeLimit();

    Map<String, String> nodeSelector();

    Optional<String> priorityClass();

    Optional<String> runtimeClass();

    /** Adds {@code kueue.x-k8s.io/queue-name}. */
    Optional<String> queue();

    /**
     * How long a pod may wait for a node, its volumes or its network before it is removed and its run waits in the queue. A
     * cluster that adds nodes, or takes a volume from a node that died, needs some minutes.
     */
    @WithDefault("PT10M")
    Duration startPatience();

    /** After which time a pod's events are asked for why it does not begin. */
    @WithDefault("PT10S")
    Duration eventsAfter();

    /** How often all runner pods are looked at again without a word of a change. */
    @WithDefault("PT1M")
    Duration resync();

    /** How old a pod is at the least that is removed for being no present attempt's. */
    @WithDefault("PT10M")
    Duration leftoverAge();

    Pools pools();

    /** How {@code RunnerPool} resources are followed. */
    interface Pools {
        /** How often a resource's status is compared with the runs. */
        @WithDefault("PT2S")
        Duration status();

        /** How often all resources are looked at again without a word of a change. */
        @WithDefault("PT1M")
        Duration resync();
    }

    Mirrors mirrors();

    /**
     * Where the mirrors of the projects' base branches lie, so that a checkout costs what changed; neither: none are kept.
     * A pool may name a claim of its own.
     */
    interface Mirrors {
        /** A claim of the namespace: ReadWriteMany, or of one node where all runners are. */
        Optional<String> claim();

        /**
         * Without a claim, a directory of each node. Whoever sets it lets pods mount from their nodes: it should lie on a file
         * system of its own, belong to the worker's group and pass that on (mode 2775).
         */
        Optional<String> hostPath();

        /** How long pods go without a volume that has held one of them up. */
        @WithDefault("PT10M")
        Duration pause();
    }

    /** The most of one stage's log that is asked for at once, in bytes. */
    @WithDefault("16777216")
    @Min(65536)
    int logLimit();
}

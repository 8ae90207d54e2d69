package dev.alfred.orchestrator.launch.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.validation.constraints.Min;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The sandbox launcher's settings; it is there unless {@code alfred.orchestrator.sandbox.enabled} is false. */
@ConfigMapping(prefix = "alfred.orchestrator.sandbox")
public interface SandboxConfig {
    @WithDefault("true")
    boolean enabled();

    /** Where attempts lie, workspaces included: a directory on disk that outlives this service. */
    @WithDefault("/var/lib/alfred/attempts")
    Path directory();

    /** Where repositories' mirrors lie, so that a large one is fetched once; empty: none are kept. */
    @WithDefault("/var/lib/alfred/mirrors")
    Optional<Path> mirrors();

    /** How long a mirror is kept that no run uses. */
    @WithDefault("P14D")
    Duration mirrorRetention();

    /** The directory that holds agent-runner's quarkus-run.jar. */
    @WithDefault("/opt/alfred/runner")
    Path agentRunner();

    /** The JDK that stages run on; empty: this service's own. */
    Optional<Path> javaHome();

    /** Where the agents' CLIs are installed, shown as /opt/agents; empty: none. */
    Optional<Path> agents();

    /** More of this machine to show to each stage, read-only, as {@code source:target}. */
    Optional<List<String>> mounts();

    /** The user that stages run as where this service runs as root; owns session state too. */
    @WithDefault("10001")
    @Min(1)
    int workerUid();

    @WithDefault("10001")
    @Min(1)
    int workerGid();

    /** What a stage gets between SIGTERM and SIGKILL at the attempt's deadline. */
    @WithDefault("PT20S")
    Duration grace();

    /** The most processes and threads of the worker's user where an order names no number. */
    @WithDefault("8192")
    @Min(64)
    int processes();
}

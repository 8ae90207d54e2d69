package dev.alfred.orchestrator.launch.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * The host launcher's settings. It isolates nothing: an agent can do all that this service's user can, so it is there
 * only where {@code alfred.orchestrator.host.enabled} is true.
 */
@ConfigMapping(prefix = "alfred.orchestrator.host")
public interface HostConfig {
    @WithDefault("false")
    boolean enabled();

    /** Where attempts lie, workspaces included. */
    @WithDefault("/var/lib/alfred/host-attempts")
    Path directory();

    /** Where repositories' mirrors lie, so that a large one is fetched once; empty: none are kept. */
    @WithDefault("/var/lib/alfred/host-mirrors")
    Optional<Path> mirrors();

    /** How long a mirror is kept that no run uses. */
    @WithDefault("P14D")
    Duration mirrorRetention();

    /** The directory that holds agent-runner's quarkus-run.jar. */
    @WithDefault("/opt/alfred/runner")
    Path agentRunner();

    /** The JDK that stages run on; empty: this service's own. */
    Optional<Path> javaHome();

    /** Where the agents' CLIs are installed. */
    @WithDefault("/opt/agents")
    Path agents();

    /** What a stage gets between SIGTERM and SIGKILL at the attempt's deadline. */
    @WithDefault("PT20S")
    Duration grace();
}

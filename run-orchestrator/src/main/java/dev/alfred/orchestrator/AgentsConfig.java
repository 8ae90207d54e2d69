package dev.alfred.orchestrator;

import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;

/**
 * What is known of the agents' CLIs, by adapter id. A range begins at the oldest version that was verified against the
 * real CLI and ends before the next major one (docs/adapters.md says why).
 */
@ConfigMapping(prefix = "alfred.agents")
public interface AgentsConfig {
    @WithParentName
    Map<String, Agent> byId();

    interface Agent {
        /** Versions that resume sessions, for instance {@code >=2.1.266 <3}; empty: none is verified. */
        Optional<String> resumeVersions();

        /** Versions that take a session name; empty: none. */
        Optional<String> nameVersions();

        /** Where the CLI keeps its sessions in the runner; empty for an agent without any to resume. */
        Optional<String> sessionStatePath();

        /** The provider of runs that name none; empty: the first that serves the adapter. */
        Optional<String> provider();

        /** The model of runs that name none; empty: the provider's default. */
        Optional<String> model();
    }
}

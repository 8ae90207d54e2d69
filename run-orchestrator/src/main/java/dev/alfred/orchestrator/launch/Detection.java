package dev.alfred.orchestrator.launch;

import java.util.List;

import dev.alfred.contracts.runner.DetectedAgent;

/** What {@code agent-runner detect} found. */
public sealed interface Detection {
    record Detected(List<DetectedAgent> agents) implements Detection {
        public Detected {
            agents = List.copyOf(agents);
        }
    }

    record Failed(String detail) implements Detection {}
}

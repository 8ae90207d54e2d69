package dev.alfred.orchestrator;

import java.util.function.Supplier;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

/** One process that stands in for orchestrators on several machines, one at a time. */
@Alternative
@Singleton
public class SimulatedNode extends ThisNode {
    private volatile Supplier<String> acting = () -> "nowhere";

    SimulatedNode(OrchestratorConfig config) {
        super(config);
    }

    /** @param machine of whoever acts now */
    public void standsIn(Supplier<String> machine) {
        acting = machine;
    }

    @Override
    public String name() {
        return acting.get();
    }
}

package dev.alfred.conformance;

import org.junit.jupiter.api.Tag;

/**
 * What Alfred expects of every agent's CLI and its adapter, tried with the real CLI against a scripted model. Extend it for
 * an adapter of your own; see docs/adapters.md.
 */
@Tag("adapters")
public abstract class AgentContract extends AgentFixture
        implements SessionContract, BudgetContract, ModelErrorContract, FailedResumeContract, LostAccessContract {
    @Override
    public final AgentFixture fixture() {
        return this;
    }
}

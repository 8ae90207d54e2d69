package dev.alfred.orchestrator.dispatch;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.installation.AgentInstallation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.provider.ModelProvider;
import dev.alfred.orchestrator.session.model.SessionEligibility;

/**
 * What was chosen for an attempt before anything is asked of other services.
 *
 * @param image empty: the launcher's own
 */
record LaunchPlan(
        RunnerLauncher launcher,
        RunnerKind kind,
        Optional<String> image,
        AgentInstallation installation,
        ModelProvider provider,
        SessionEligibility eligibility) {}

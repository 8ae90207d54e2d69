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
 * @param installation empty for a model API, which nobody installs
 */
record LaunchPlan(
        RunnerLauncher launcher,
        RunnerKind kind,
        Optional<String> image,
        Optional<AgentInstallation> installation,
        ModelProvider provider,
        SessionEligibility eligibility) {

    /** Null where no CLI was looked for; the run tells its own then. */
    String cliVersion() {
        return installation.map(AgentInstallation::version).orElse(null);
    }

    boolean namesSessions() {
        return installation.map(AgentInstallation::namedSessions).orElse(false);
    }
}

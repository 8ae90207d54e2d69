package dev.alfred.orchestrator.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.RunnerSpec;

/**
 * All that a launcher needs for one attempt. Its text never shows prompts or secrets.
 *
 * @param deltaPrompt null where there is none
 * @param state the mailbox's session state for this adapter, or null when the run uses no session
 * @param prepareCredential for reading; null where the forge needs none
 * @param publishCredential for writing in writing phases, else for reading; null where the forge needs none
 * @param providerSecrets variable name to value, of exactly one provider
 * @param mounts credential files of that provider
 * @param image null for the launcher's default
 * @param mirror the name of the mirror that holds this project's base branch; no other project or branch has the same
 * @param deadline of the whole attempt, a grace period above the run's own timeout
 */
public record LaunchOrder(
        RunnerSpec spec,
        String fullPrompt,
        String deltaPrompt,
        StateLocation state,
        GitCredential prepareCredential,
        GitCredential publishCredential,
        Map<String, String> providerSecrets,
        List<CredentialMount> mounts,
        EgressPlan egress,
        String pool,
        String image,
        String mirror,
        Duration deadline,
        Resources resources) {
    public LaunchOrder {
        providerSecrets = Map.copyOf(providerSecrets);
        mounts = List.copyOf(mounts);
    }

    /**
     * A provider's credentials as files, in the run stage only.
     *
     * @param source a path on this machine (local launchers) or the name of a Secret (Kubernetes)
     * @param target the absolute path in the runner; read-only there
     */
    public record CredentialMount(String source, String target) {}

    /**
     * What one attempt may use; null means no limit of its own.
     *
     * @param cpu in cores, as {@code 2} or {@code 0.5}
     */
    public record Resources(String cpu, Long memoryBytes, Integer processes) {
        public static final Resources UNLIMITED = new Resources(null, null, null);
    }

    @Override
    public String toString() {
        return "LaunchOrder[run=%s, attempt=%d, pool=%s, image=%s]".formatted(spec.run(), spec.attempt(), pool, image);
    }
}

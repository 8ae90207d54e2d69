package dev.alfred.orchestrator.session.model;

import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.RunnerKind;

/**
 * Whether a run uses its mailbox's session: one answer per run, the first obstacle in the order of {@link SessionOff}.
 */
public sealed interface SessionEligibility {
    /** The run uses the session whose state the CLI keeps there. */
    record Use(SessionStatePath statePath) implements SessionEligibility {}

    /**
     * The run uses none, and its CLI gets no session option whatever.
     *
     * @param overlap the credential mount and the state path in each other's way, where that is the reason
     */
    record Off(SessionOff reason, Optional<Overlap> overlap) implements SessionEligibility {}

    record Overlap(String credentialMount, SessionStatePath statePath) {}

    /**
     * @param setting the effective {@code AGENT_SESSION_RESUME}
     * @param statePath where the adapter's CLI keeps its sessions; empty for an adapter that has none to resume
     * @param versionResumes whether the installed version is verified to resume
     * @param credentialMounts absolute paths in the runner at which credentials are mounted
     */
    record Facts(
            MailboxKind mailbox,
            RunnerKind runner,
            AdapterId adapter,
            boolean setting,
            Optional<SessionStatePath> statePath,
            boolean versionResumes,
            List<String> credentialMounts) {}

    static SessionEligibility decide(Facts facts) {
        if (!facts.setting()) {
            return off(SessionOff.SETTING_OFF);
        }
        if (facts.mailbox() != MailboxKind.ISSUE) {
            return off(SessionOff.MR_MAILBOX);
        }
        if (!facts.adapter().local()) {
            return off(SessionOff.API_MODE);
        }
        if (!facts.runner().isolated()) {
            return off(SessionOff.HOST_RUNNER);
        }
        if (facts.statePath().isEmpty()) {
            return off(SessionOff.ADAPTER_WITHOUT_RESUME);
        }
        if (!facts.versionResumes()) {
            return off(SessionOff.VERSION_WITHOUT_RESUME);
        }
        SessionStatePath statePath = facts.statePath().get();
        return facts.credentialMounts().stream()
                .filter(statePath::overlaps)
                .findFirst()
                .<SessionEligibility>map(mount ->
                        new Off(SessionOff.CREDENTIAL_MOUNT_OVERLAP, Optional.of(new Overlap(mount, statePath))))
                .orElseGet(() -> new Use(statePath));
    }

    private static Off off(SessionOff reason) {
        return new Off(reason, Optional.empty());
    }
}

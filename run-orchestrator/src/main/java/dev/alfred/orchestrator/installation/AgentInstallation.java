package dev.alfred.orchestrator.installation;

import java.time.Instant;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunnerKind;

/**
 * An agent found in a runner image, or on the host.
 *
 * @param image {@code default} for the launcher's own
 * @param resumableSessions whether this version is verified to resume; never on the host
 * @param namedSessions whether this version is verified to take a session name; never on the host
 */
public record AgentInstallation(
        RunnerKind runner,
        String image,
        AdapterId adapter,
        String version,
        String path,
        boolean resumableSessions,
        boolean namedSessions,
        Instant detectedAt) {
    public static final String DEFAULT_IMAGE = "default";
}

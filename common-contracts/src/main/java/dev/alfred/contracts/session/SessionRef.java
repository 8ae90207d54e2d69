package dev.alfred.contracts.session;

/**
 * The session that a run is to use.
 *
 * @param name the branch, the label that the CLI shows where its version takes one
 * @param freshId the id for a fresh session, chosen beforehand (a random UUID; CLIs that choose themselves ignore it)
 * @param resumeId the CLI's own id of the session to resume, or null for a fresh one
 * @param statePath where the CLI keeps its sessions in the runner
 */
public record SessionRef(String name, String freshId, String resumeId, SessionStatePath statePath) {
    public boolean resumes() {
        return resumeId != null;
    }

    public SessionRef fresh() {
        return new SessionRef(name, freshId, null, statePath);
    }
}

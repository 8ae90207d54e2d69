package dev.alfred.mailbox.project.model;

import dev.alfred.contracts.vocabulary.Wire;

/** How Alfred is let in by a forge. */
public enum CredentialKind implements Wire {
    TOKEN("token"),
    GITHUB_APP("github-app");

    private final String wire;

    CredentialKind(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}

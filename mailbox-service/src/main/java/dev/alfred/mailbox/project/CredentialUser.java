package dev.alfred.mailbox.project;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** The user name that a forge wants beside a token in git over HTTP. */
final class CredentialUser {
    private CredentialUser() {}

    static String of(ForgeKind forge) {
        return switch (forge) {
            case GITHUB -> "x-access-token";
            case GITLAB, FORGEJO, GITEA -> "oauth2";
        };
    }
}

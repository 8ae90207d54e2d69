package dev.alfred.mailbox.project;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** The user name beside a token in git over HTTP: a fixed word where the forge wants one, else the token's own account. */
final class CredentialUser {
    private CredentialUser() {}

    static String of(ForgeKind forge, String login) {
        return switch (forge) {
            case GITHUB -> "x-access-token";
            case GITLAB, FORGEJO, GITEA -> login;
        };
    }
}

package dev.alfred.contracts.vocabulary;

/** The forges whose webhooks and API Alfred speaks; a server with GitHub's API counts as {@code github}. */
public enum ForgeKind implements Wire {
    GITHUB,
    GITLAB,
    FORGEJO,
    GITEA
}

package dev.alfred.contracts.internal;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.CredentialAccess;

/** Body of {@code POST /internal/projects/{uuid}/git-credential}. */
public record GitCredentialRequest(CredentialAccess access, UUID run) {}

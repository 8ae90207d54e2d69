package dev.alfred.contracts.internal;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.CredentialAccess;

/**
 * Body of {@code POST /internal/projects/{uuid}/git-credential}.
 *
 * @param cloneUrl where the credential is going to be used; null from a caller of before
 */
public record GitCredentialRequest(CredentialAccess access, UUID run, String cloneUrl) {}

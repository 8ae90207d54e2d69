package dev.alfred.contracts.vocabulary;

/** What a forge credential is good for. */
public enum CredentialAccess implements Wire {
    READ,
    WRITE
}

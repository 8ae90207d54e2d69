package dev.alfred.contracts.vocabulary;

/** Where a local agent executes. All but {@code host} are isolated. */
public enum RunnerKind implements Wire {
    KUBERNETES,
    CONTAINER,
    SANDBOX,
    HOST;

    public boolean isolated() {
        return this != HOST;
    }
}

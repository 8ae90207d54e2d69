package dev.alfred.mailbox.forge;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** One {@link FakeForge} a repository. */
@Alternative
@ApplicationScoped
public class FakeForges implements ForgeClients {
    private final Map<String, FakeForge> forges = new ConcurrentHashMap<>();

    FakeForge of(String repositoryId) {
        return forges.computeIfAbsent(repositoryId, id -> new FakeForge());
    }

    @Override
    public boolean speaks(ForgeKind kind) {
        return true;
    }

    @Override
    public ForgeClient open(ForgeAccess access) {
        return of(access.repositoryId());
    }
}

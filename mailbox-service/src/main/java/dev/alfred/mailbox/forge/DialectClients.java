package dev.alfred.mailbox.forge;

import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** Keeps one open client a repository, and makes a new one when the way to reach it has changed. */
@ApplicationScoped
class DialectClients implements ForgeClients {
    private final Map<ForgeKind, ForgeDialect> dialects = new EnumMap<>(ForgeKind.class);
    private final Map<Repository, Open> clients = new ConcurrentHashMap<>();

    DialectClients(@Any Instance<ForgeDialect> found) {
        found.forEach(dialect -> dialect.kinds().forEach(kind -> dialects.put(kind, dialect)));
    }

    @Override
    public boolean speaks(ForgeKind kind) {
        return dialects.containsKey(kind);
    }

    @Override
    public ForgeClient open(ForgeAccess access) {
        ForgeDialect dialect = dialects.get(access.kind());
        if (dialect == null) {
            throw new IllegalArgumentException(
                    "no dialect speaks to " + access.kind().wire());
        }
        Repository repository = new Repository(access.baseUrl(), access.repositoryId());
        return clients.compute(
                        repository,
                        (key, open) -> open != null && open.access().equals(access)
                                ? open
                                : new Open(access, dialect.open(access)))
                .client();
    }

    private record Repository(URI baseUrl, String id) {}

    private record Open(ForgeAccess access, ForgeClient client) {}
}

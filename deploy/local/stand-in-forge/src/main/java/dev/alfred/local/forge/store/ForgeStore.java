package dev.alfred.local.forge.store;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Project;

/**
 * All repositories, in memory and on disk. A change holds the forge's lock, is saved before it is answered,
 * and what it tells the hooks is queued under the same lock, so that deliveries keep the order of the changes.
 */
@ApplicationScoped
public class ForgeStore {

    private final Path directory;
    private final JsonFiles json;
    private final Sequences sequences;
    private final Map<Long, RepositoryState> repositories = new ConcurrentSkipListMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    ForgeStore(ForgeConfig config, JsonFiles json) {
        this.directory = config.dataDir().resolve("repositories");
        this.json = json;
        this.sequences = new Sequences(config.dataDir().resolve("ids.json"), json);
        json.list(directory).stream()
                .map(file -> json.read(file, RepositorySnapshot.class))
                .forEach(snapshot -> repositories.put(snapshot.project().id(), new RepositoryState(snapshot)));
    }

    public long nextId(Kind kind) {
        return sequences.next(kind);
    }

    public Collection<RepositoryState> all() {
        return List.copyOf(repositories.values());
    }

    public Optional<RepositoryState> byId(long id) {
        return Optional.ofNullable(repositories.get(id));
    }

    public Optional<RepositoryState> byName(String owner, String name) {
        return repositories.values().stream()
                .filter(state -> state.project().owner().equalsIgnoreCase(owner)
                        && state.project().name().equalsIgnoreCase(name))
                .findFirst();
    }

    public RepositoryState add(Project project) {
        return locked(() -> {
            RepositoryState state = new RepositoryState(RepositorySnapshot.of(project));
            repositories.put(project.id(), state);
            save(state);
            return state;
        });
    }

    public void remove(RepositoryState state) {
        locked(() -> {
            repositories.remove(state.project().id());
            json.delete(file(state));
            return state;
        });
    }

    public <T> T read(RepositoryState state, Function<RepositoryState, T> reading) {
        return locked(() -> reading.apply(state));
    }

    public <T> T change(RepositoryState state, Function<RepositoryState, T> change) {
        return locked(() -> {
            try {
                return change.apply(state);
            } finally {
                save(state);
            }
        });
    }

    private void save(RepositoryState state) {
        json.write(file(state), state.snapshot());
    }

    private Path file(RepositoryState state) {
        return directory.resolve(state.project().id() + ".json");
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}

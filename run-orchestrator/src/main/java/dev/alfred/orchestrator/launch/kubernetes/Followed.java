package dev.alfred.orchestrator.launch.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/** Objects of one kind as they were a moment ago; it goes on trying whatever comes in between. What views stand on. */
public final class Followed<T extends HasMetadata> implements AutoCloseable {
    private final SharedIndexInformer<T> informer;

    /**
     * @param informer not started yet
     * @param changed called at each change of an object
     * @param lookedAt called for each object now and then, without a change
     */
    public Followed(SharedIndexInformer<T> informer, Runnable changed, Runnable lookedAt, Consumer<Throwable> trouble) {
        this.informer = informer;
        informer.addEventHandler(new Told<>(changed, lookedAt));
        informer.exceptionHandler((started, failure) -> {
            trouble.accept(failure);
            return true;
        });
        informer.start();
    }

    /** Whether it hears of changes now. */
    public boolean watching() {
        return informer.isWatching();
    }

    public List<T> all() {
        return informer.getStore().list();
    }

    Optional<T> seen(String namespace, String name) {
        return Optional.ofNullable(informer.getIndexer().getByKey(Cache.namespaceKeyFunc(namespace, name)));
    }

    @Override
    public void close() {
        informer.stop();
    }

    private record Told<T extends HasMetadata>(Runnable changed, Runnable lookedAt) implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T object) {
            changed.run();
        }

        @Override
        public void onUpdate(T before, T after) {
            boolean same = before.getMetadata()
                    .getResourceVersion()
                    .equals(after.getMetadata().getResourceVersion());
            (same ? lookedAt : changed).run();
        }

        @Override
        public void onDelete(T object, boolean stateUnknown) {
            changed.run();
        }
    }
}

package dev.alfred.local.forge.hook;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.store.JsonFiles;

/** What was told to whom, the newest per hook, on disk so that a restart knows what is still to be told. */
@ApplicationScoped
public class DeliveryLog {

    private final Path directory;
    private final int kept;
    private final JsonFiles json;
    private final AtomicLong position = new AtomicLong();
    private final ConcurrentSkipListMap<Long, Delivery> deliveries = new ConcurrentSkipListMap<>();
    private final Map<String, Long> positions = new ConcurrentHashMap<>();

    DeliveryLog(ForgeConfig config, JsonFiles json) {
        this.directory = config.dataDir().resolve("deliveries");
        this.kept = config.deliveriesKept();
        this.json = json;
        for (Path file : json.list(directory)) {
            String name = file.getFileName().toString();
            long at = Long.parseLong(name.substring(0, name.indexOf('.')));
            remember(at, json.read(file, Delivery.class));
            position.accumulateAndGet(at, Math::max);
        }
    }

    void add(Delivery delivery) {
        long at = position.incrementAndGet();
        remember(at, delivery);
        json.write(file(at), delivery);
        prune(delivery.hookId());
    }

    void update(Delivery delivery) {
        Long at = positions.get(delivery.uuid());
        if (at != null && deliveries.replace(at, delivery) != null) {
            json.write(file(at), delivery);
        }
    }

    /** Newest first. */
    public List<Delivery> of(long hookId) {
        return deliveries.descendingMap().values().stream()
                .filter(delivery -> delivery.hookId() == hookId)
                .toList();
    }

    public Optional<Delivery> find(long hookId, String uuid) {
        return Optional.ofNullable(positions.get(uuid))
                .map(deliveries::get)
                .filter(delivery -> delivery.hookId() == hookId);
    }

    /** What no request was made for yet, oldest first. */
    List<Delivery> unattempted() {
        return deliveries.values().stream()
                .filter(delivery -> delivery.outcome() == Delivery.Outcome.QUEUED)
                .toList();
    }

    private void remember(long at, Delivery delivery) {
        deliveries.put(at, delivery);
        positions.put(delivery.uuid(), at);
    }

    private void prune(long hookId) {
        List<Map.Entry<Long, Delivery>> ended = deliveries.entrySet().stream()
                .filter(entry -> entry.getValue().hookId() == hookId)
                .filter(entry -> entry.getValue().outcome() != Delivery.Outcome.QUEUED)
                .sorted(Map.Entry.<Long, Delivery>comparingByKey(Comparator.reverseOrder()))
                .skip(kept)
                .toList();
        for (Map.Entry<Long, Delivery> entry : ended) {
            deliveries.remove(entry.getKey());
            positions.remove(entry.getValue().uuid());
            json.delete(file(entry.getKey()));
        }
    }

    private Path file(long at) {
        return directory.resolve("%012d.json".formatted(at));
    }
}

package dev.alfred.ingest;

import java.util.HashMap;
import java.util.Map;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** Database and broker of the component tests; the way to the database can be cut. */
public final class IngestServers implements QuarkusTestResourceLifecycleManager {
    private final PostgresResource postgres = new PostgresResource();
    private final KafkaResource kafka = new KafkaResource();
    private CuttableRoute route;

    @Override
    public Map<String, String> start() {
        postgres.init(Map.of("schema", "ingest"));
        Map<String, String> settings = new HashMap<>(postgres.start());
        settings.computeIfPresent("quarkus.datasource.jdbc.url", (key, url) -> {
            route = CuttableRoute.to(url);
            return route.url();
        });
        settings.putAll(kafka.start());
        return settings;
    }

    @Override
    public void stop() {
        route.close();
        postgres.stop();
        kafka.stop();
    }
}

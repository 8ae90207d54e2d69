package dev.alfred.embedded;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** Gives a {@code @QuarkusTest} the JVM's shared broker with Alfred's topics. See {@link TestBroker} for outages. */
public final class KafkaResource implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return Map.of("kafka.bootstrap.servers", TestBroker.bootstrapServers());
    }

    @Override
    public void stop() {
        // The broker is shared and ends with the JVM.
    }
}

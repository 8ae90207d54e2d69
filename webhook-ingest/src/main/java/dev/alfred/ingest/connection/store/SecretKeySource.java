package dev.alfred.ingest.connection.store;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.alfred.ingest.IngestConfig;
import io.quarkus.runtime.Startup;

/** Reads the key of stored secrets once, at start, so that a missing one is found before the first webhook. */
class SecretKeySource {
    @Produces
    @Singleton
    @Startup
    SecretCipher cipher(IngestConfig config) {
        return new SecretCipher(config.secretKey().orElse(""));
    }
}

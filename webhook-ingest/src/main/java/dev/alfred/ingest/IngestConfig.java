package dev.alfred.ingest;

import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of webhook-ingest. */
@ConfigMapping(prefix = "alfred.ingest")
public interface IngestConfig {

    /** The address under which forges reach this service, without a trailing slash. */
    @WithDefault("http://127.0.0.1:8081")
    String publicUrl();

    /** The key that webhook secrets are stored under: base64 of 32 bytes. From {@code ALFRED_SECRET_KEY}. */
    Optional<String> secretKey();
}

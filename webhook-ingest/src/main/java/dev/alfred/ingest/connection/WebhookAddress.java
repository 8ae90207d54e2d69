package dev.alfred.ingest.connection;

import dev.alfred.ingest.IngestConfig;

/** Where a forge is to send a connection's webhooks. */
final class WebhookAddress {
    private WebhookAddress() {}

    static String of(IngestConfig config, String connection) {
        return config.publicUrl().replaceAll("/+$", "") + "/webhooks/" + connection;
    }
}

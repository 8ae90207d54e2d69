package dev.alfred.messaging;

import java.util.Map;
import java.util.UUID;

/** A record that waits in the outbox: everything that the relay puts on the topic. Key and payload may be null. */
record OutboxRow(UUID id, String topic, String key, String type, Map<String, String> headers, byte[] payload) {}

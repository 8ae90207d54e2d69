package dev.alfred.ingest;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Tests live at the second in which the recorded GitLab webhooks were signed. */
class FixedClock {
    @Produces
    @Singleton
    Clock clock() {
        return Clock.fixed(Instant.ofEpochSecond(1767225600), ZoneOffset.UTC);
    }
}

package dev.alfred.local.forge;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import jakarta.enterprise.context.ApplicationScoped;

/** The time as forges of this family store it: whole seconds. */
@ApplicationScoped
public class ForgeClock {

    public Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }
}

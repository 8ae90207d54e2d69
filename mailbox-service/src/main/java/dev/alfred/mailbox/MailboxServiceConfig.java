package dev.alfred.mailbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What mailbox-service is configured with, prefix {@code alfred.mailbox}. */
@ConfigMapping(prefix = "alfred.mailbox")
public interface MailboxServiceConfig {

    /** Where secrets lie, as {@code name/key}. */
    @WithDefault("/run/secrets/alfred")
    Path secretsDir();

    /** What this service shows to the others. */
    Optional<String> servicePassword();

    WebhookIngest webhookIngest();

    Facts facts();

    Decisions decisions();

    /** The service that knows the connections. */
    interface WebhookIngest {
        @WithDefault("http://127.0.0.1:8081")
        URI url();
    }

    /** How the forge is asked for what decisions need. */
    interface Facts {
        /** How often a look is taken at what waits, besides being told. */
        @WithDefault("2s")
        String poll();

        /** How long what was read may be used; a decision that comes later has it read again. */
        @WithDefault("PT60S")
        Duration maxAge();

        /** First pause after the forge could not be asked; it doubles up to {@link #longestPause()}. */
        @WithDefault("PT1S")
        Duration firstPause();

        @WithDefault("PT2M")
        Duration longestPause();

        /** After how long an event whose worker died is taken up by another. */
        @WithDefault("PT1M")
        Duration claim();
    }

    /** How mailboxes are decided. */
    interface Decisions {
        /** How often a look is taken at what waits, besides being told. */
        @WithDefault("1s")
        String poll();

        /** Most mailboxes decided in one go before looking for new ones. */
        @WithDefault("50")
        int batch();
    }
}

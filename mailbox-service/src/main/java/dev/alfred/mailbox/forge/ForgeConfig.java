package dev.alfred.mailbox.forge;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How forges are spoken to, and how writes to them are retried. */
@ConfigMapping(prefix = "alfred.mailbox.forge")
public interface ForgeConfig {
    @WithDefault("PT5S")
    Duration connectTimeout();

    /** How long one call may take. */
    @WithDefault("PT10S")
    Duration readTimeout();

    Writes writes();

    /** The worker that does what was asked for. */
    interface Writes {
        /** Whether this process takes part. */
        @WithDefault("true")
        boolean enabled();

        /** How often due writes are looked for without being told of a commit. */
        @WithDefault("PT2S")
        Duration poll();

        /** How long a write belongs to who began it; longer than all of its calls together. */
        @WithDefault("PT45S")
        Duration claim();

        /** The first pause after a failure; each further one is twice as long. */
        @WithDefault("PT2S")
        Duration firstPause();

        @WithDefault("PT5M")
        Duration longestPause();

        /** Pause after a refused credential, and for a project whose access is unknown. */
        @WithDefault("PT1M")
        Duration refusedPause();

        /** How often a write is tried that the forge refuses for its content. */
        @Min(1)
        @Max(100)
        @WithDefault("3")
        int refusals();
    }
}

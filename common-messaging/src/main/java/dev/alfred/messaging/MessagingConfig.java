package dev.alfred.messaging;

import java.time.Duration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of outbox, inbox and relay. */
@ConfigMapping(prefix = "alfred.messaging")
public interface MessagingConfig {

    Relay relay();

    Retention retention();

    /** How the outbox is emptied. */
    interface Relay {

        /** Whether this process takes part in relaying. */
        @WithDefault("true")
        boolean enabled();

        /** Most rows read and sent at once. */
        @WithDefault("200")
        int batchRows();

        /** Most payload bytes read and sent at once; a larger single row is sent alone. */
        @WithDefault("8388608")
        int batchBytes();

        /** How often the outbox is looked at without being told of a commit. */
        @WithDefault("PT2S")
        Duration poll();

        /** How often a relay on standby asks for the lock. */
        @WithDefault("PT2S")
        Duration standby();

        /** Pause after a failed send or a lost database. */
        @WithDefault("PT1S")
        Duration retryDelay();

        /** How long one send may wait for a broker that is not there. */
        @WithDefault("PT5S")
        Duration maxBlock();

        /** How long one record may be under way before its send counts as failed. */
        @WithDefault("PT20S")
        Duration deliveryTimeout();
    }

    /** How long rows are kept that are of no more use. */
    interface Retention {

        /** Sent outbox rows. */
        @WithDefault("P1D")
        Duration outbox();

        /** Inbox rows: longer than any topic keeps its records. */
        @WithDefault("P30D")
        Duration inbox();

        /** Rows removed by one statement. */
        @WithDefault("1000")
        int batchRows();
    }
}

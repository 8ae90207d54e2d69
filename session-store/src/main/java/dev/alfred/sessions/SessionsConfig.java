package dev.alfred.sessions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

import jakarta.validation.constraints.Min;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of session-store. */
@ConfigMapping(prefix = "alfred.sessions")
public interface SessionsConfig {

    State state();

    Kubernetes kubernetes();

    Removal removal();

    Sweep sweep();

    Retention retention();

    MailboxService mailboxService();

    /** Most questions and records of different mailboxes that share a transaction; with 1, each has its own. */
    @WithDefault("64")
    @Min(1)
    int together();

    /** Password of the user {@code service} at the other services. */
    @WithDefault("")
    String servicePassword();

    /** Where session state lies on this machine. */
    interface State {
        /** State is kept under {@code .agent-sessions} in this directory. */
        @WithDefault("/var/lib/alfred/state")
        Path directory();

        /** Owner of the state, whom the agents run as; by default 10001 when this process is root, else its own. */
        OptionalInt workerUid();

        /** As the uid. */
        OptionalInt workerGid();
    }

    /** Where the state of Kubernetes runners lies; without it no cluster is asked for anything. */
    interface Kubernetes {
        @WithDefault("false")
        boolean enabled();

        /** The runners' namespace. */
        @WithDefault("alfred-runners")
        String namespace();

        /** What a claim asks for; above SESSION_STATE_MAX_BYTES for each adapter in use. */
        @WithDefault("2Gi")
        String size();

        /** The cluster's default where none is named. Pods' fsGroup must be able to write it. */
        Optional<String> storageClass();

        @WithDefault("ReadWriteOnce")
        String accessMode();
    }

    /** How state of closed mailboxes goes. */
    interface Removal {
        /** How often it is looked for without being told. */
        @WithDefault("10s")
        String every();
    }

    /** How state without a living mailbox is found. */
    interface Sweep {
        /** How often; {@code off} for never. */
        @WithDefault("10m")
        String every();

        /** How long a mailbox must have been found closed or unknown, sweep by sweep, before its state goes. */
        @WithDefault("P1D")
        Duration grace();
    }

    /** How rows go that were kept for long enough. */
    interface Retention {
        /** How often they are looked for; {@code off} for never. */
        @WithDefault("1h")
        String every();
    }

    /** The sweep's source of truth. */
    interface MailboxService {
        @WithDefault("http://127.0.0.1:8082")
        String url();
    }
}

package dev.alfred.orchestrator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import jakarta.validation.constraints.Min;

import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.RunnerKind;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of run-orchestrator. */
@ConfigMapping(prefix = "alfred.orchestrator")
public interface OrchestratorConfig {

    /** This machine's name: runs of local launchers stay on their machine. Default: the host's name. */
    Optional<String> node();

    /** The runner kind of pools that name none. */
    @WithDefault("sandbox")
    RunnerKind runner();

    Lease lease();

    Work work();

    Attempts attempts();

    Log log();

    Peer mailboxService();

    Peer sessionStore();

    /** Model providers by id. */
    Map<String, Provider> providers();

    /** Runner pools that exist from the first start on, by name; their capacity is changed over REST afterwards. */
    Map<String, Pool> pools();

    Detection detection();

    /** Where secrets lie, as {@code {provider}/{NAME}}; the launcher's {@code ALFRED_SECRETS_DIR}. */
    @WithDefault("${ALFRED_SECRETS_DIR:/var/run/alfred/secrets}")
    Path secretsDirectory();

    interface Lease {
        /** How long a claim lasts without being renewed; it is renewed every third of it. */
        @WithDefault("PT60S")
        Duration duration();
    }

    /** The pace of this instance's own work. */
    interface Work {
        /** Most runs that are dispatched or supervised at the same moment. */
        @WithDefault("32")
        @Min(1)
        int threads();

        /** Most steps of different runs that share a transaction; with 1, each has its own. */
        @WithDefault("64")
        @Min(1)
        int together();

        /** How often this instance looks at its runners. */
        @WithDefault("PT1S")
        Duration observe();

        /** How often it looks for queued runs without being told of one. */
        @WithDefault("PT5S")
        Duration claim();

        /** Most runs that are claimed at once. */
        @WithDefault("50")
        @Min(1)
        int claimBatch();

        /** How long a run waits after its dispatch could not go on. */
        @WithDefault("PT5S")
        Duration retry();
    }

    interface Attempts {
        /** How much longer than set-up and run together an attempt may take as a whole. */
        @WithDefault("PT10M")
        Duration deadlineGrace();

        /** Time between SIGTERM and SIGKILL. */
        @WithDefault("PT20S")
        Duration stopGrace();

        /** How long a run waits before another attempt when the forge, an image or a node failed it; grows fourfold. */
        @WithDefault("PT15S")
        Duration pause();

        /** The longest that it waits. */
        @WithDefault("PT10M")
        Duration longestPause();

        /** A CLI that prints nothing for that long is stopped. */
        @WithDefault("PT15M")
        Duration silence();

        /** Stops a model that loops. */
        @WithDefault("200")
        @Min(1)
        int maxTurns();
    }

    interface Log {
        /** The most that is kept of one attempt's log, in characters. */
        @WithDefault("4194304")
        long maxSize();

        /** The most that is kept of one line. */
        @WithDefault("65536")
        @Min(256)
        int maxLine();
    }

    interface Peer {
        /** Where the other service listens. */
        String url();
    }

    interface Provider {
        /** Empty: the vendor's own. */
        Optional<String> baseUrl();

        /** What it speaks, as {@code anthropic-messages}, {@code openai-responses} or {@code openai-chat}. */
        ModelProtocol protocol();

        /** The adapters that it serves, of those that speak its protocol; empty: all of them. */
        Optional<List<String>> adapters();

        /** Names of the variables that the run stage gets, each read from a secret file of that name. */
        Optional<List<String>> secretEnvironment();

        /** Credential files as {@code source:target}. */
        Optional<List<String>> mounts();

        Optional<String> defaultModel();

        /** Hosts beside the base URL's that its CLI needs. */
        Optional<List<String>> egress();
    }

    interface Pool {
        Optional<RunnerKind> runner();

        OptionalInt capacity();

        /** The image of runs that name none; empty: the launcher's own. */
        Optional<String> image();
    }

    interface Detection {
        /** How often installations are looked at again. */
        @WithDefault("PT6H")
        Duration every();

        /** Images to look into beside those of the pools. */
        Optional<List<String>> images();
    }
}

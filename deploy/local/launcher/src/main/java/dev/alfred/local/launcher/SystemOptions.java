package dev.alfred.local.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.Option;

/** What `up` and `demo` have in common. */
public final class SystemOptions {
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,\\[\\]]+):(\\d{1,5})");
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Set<String> SERVICES =
            Set.of("webhook-ingest", "mailbox-service", "run-orchestrator", "session-store");

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "Use this PostgreSQL (jdbc:postgresql://HOST:PORT/DB?user=…&password=…, may create roles).")
    String postgres;

    @Option(names = "--kafka", paramLabel = "HOST:PORT", description = "Use this Kafka broker.")
    String kafka;

    @Option(names = "--port-offset", defaultValue = "0", description = "Add this to every port (default: 0).")
    int portOffset;

    @Option(
            names = "--real-model",
            description = "Use the vendor's model with ANTHROPIC_API_KEY, not the scripted one.")
    boolean realModel;

    @Option(
            names = "--agents",
            paramLabel = "DIR",
            description = "Use the agents' CLIs that are installed there (default: ALFRED_AGENTS_DIR).",
            defaultValue = "${env:ALFRED_AGENTS_DIR}")
    String agents;

    @Option(names = "--scripted-agent", description = "Play with the scripted agent in place of Claude Code.")
    boolean scriptedAgent;

    @Option(
            names = "--address",
            paramLabel = "IP",
            defaultValue = LocalPorts.LOOPBACK,
            description =
                    "Where the forge and the model listen on this machine, for pods to reach (default: 127.0.0.1).")
    String address = LocalPorts.LOOPBACK;

    @Option(
            names = "--set",
            paramLabel = "SERVICE:NAME=VALUE",
            description = "Configure a service by a property or variable; may be given several times.")
    Map<String, String> settings = new HashMap<>();

    boolean secondOrchestrator;
    Duration startLimit = Duration.ofMinutes(3);

    /** Options of a system beside the one at the default ports. */
    public static SystemOptions withPortOffset(int offset) {
        SystemOptions options = new SystemOptions();
        options.portOffset = offset;
        options.agents = System.getenv("ALFRED_AGENTS_DIR");
        return options;
    }

    /** These, with the agents' CLIs that are installed in that directory. */
    public SystemOptions withAgents(Path directory) {
        agents = directory.toString();
        return this;
    }

    /** These, with the forge and the model at that address of this machine. */
    public SystemOptions withAddress(String ip) {
        address = ip;
        return this;
    }

    /** These, with a property or an environment variable of a service. */
    public SystemOptions with(String service, String name, String value) {
        settings.put(service + ":" + name, value);
        return this;
    }

    /** These, with two instances of run-orchestrator. */
    public SystemOptions withTwoOrchestrators() {
        secondOrchestrator = true;
        return this;
    }

    /** These, and each process may take so long to become ready: where much else runs on the machine. */
    public SystemOptions withStartLimit(Duration limit) {
        startLimit = limit;
        return this;
    }

    /** What that service is told beyond what it is started with. */
    Map<String, String> settingsOf(String service) {
        Map<String, String> own = new HashMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(service + ":")) {
                own.put(key.substring(service.length() + 1), value);
            }
        });
        return own;
    }

    void check() {
        if (!IPV4.matcher(address).matches()) {
            throw new CannotStart("--address takes an IPv4 address of this machine, such as 127.0.0.1.");
        }
        if (!settings.keySet().stream().allMatch(SystemOptions::namesAService)) {
            throw new CannotStart("--set takes SERVICE:NAME=VALUE with one of "
                    + String.join(", ", SERVICES.stream().sorted().toList()) + ".");
        }
        if (portOffset < 0 || portOffset > 50_000) {
            throw new CannotStart("--port-offset takes a number from 0 to 50000.");
        }
        if (realModel && isBlank(System.getenv("ANTHROPIC_API_KEY"))) {
            throw new CannotStart("--real-model needs ANTHROPIC_API_KEY to be set.");
        }
        if (kafka != null && !Arrays.stream(kafka.split(",", -1)).allMatch(SystemOptions::isAddress)) {
            throw new CannotStart("--kafka takes HOST:PORT, such as 127.0.0.1:9092.");
        }
        if (postgres != null && !postgres.startsWith("jdbc:postgresql:")) {
            throw new CannotStart(
                    "--postgres takes a JDBC address such as jdbc:postgresql://127.0.0.1:5432/alfred?user=alfred.");
        }
    }

    private static boolean namesAService(String key) {
        String[] parts = key.split(":", 2);
        return parts.length == 2 && SERVICES.contains(parts[0]) && !parts[1].isBlank();
    }

    private static boolean isAddress(String text) {
        Matcher parts = HOST_AND_PORT.matcher(text);
        return parts.matches()
                && Integer.parseInt(parts.group(2)) >= 1
                && Integer.parseInt(parts.group(2)) <= HIGHEST_PORT;
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}

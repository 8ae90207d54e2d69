package dev.alfred.local.launcher;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.Option;

/** What `up` and `demo` have in common. */
public final class SystemOptions {
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,\\[\\]]+):(\\d{1,5})");
    private static final int HIGHEST_PORT = 65_535;

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

    void check() {
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

package dev.alfred.local.launcher;

import java.util.List;
import java.util.Map;

/**
 * One process of the local system.
 *
 * @param name what people and log files call it
 * @param arguments everything after {@code java}
 * @param environment on top of PATH, HOME, LANG and TMPDIR, which are all that it inherits
 * @param host the address at which it listens
 * @param port where it listens
 * @param readiness path that answers 200 when it is ready, or null where a listening port says it
 * @param liveness path that answers 503 when only another start can help it, or null
 */
public record ServiceDefinition(
        String name,
        List<String> arguments,
        Map<String, String> environment,
        String host,
        int port,
        String readiness,
        String liveness) {
    public ServiceDefinition {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    public String address() {
        return "http://" + host + ":" + port;
    }
}

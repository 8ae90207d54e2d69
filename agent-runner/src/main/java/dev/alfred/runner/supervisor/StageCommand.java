package dev.alfred.runner.supervisor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a stage's process is started from the supervisor.
 *
 * @param environment all of it, nothing is inherited
 * @param directory null for the supervisor's own
 */
record StageCommand(List<String> argv, Map<String, String> environment, Path directory) {
    StageCommand {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }
}

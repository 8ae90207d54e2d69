package dev.alfred.runner.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program to start: no shell, an environment made from nothing.
 *
 * @param stdin written to its standard input, then end of file
 */
public record ChildCommand(List<String> argv, Path directory, Map<String, String> environment, byte[] stdin) {
    public static final byte[] NO_INPUT = new byte[0];

    public ChildCommand {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }
}

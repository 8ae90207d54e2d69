package dev.alfred.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Git as this machine has it, without anybody's settings. */
public final class GitProgram {
    private static final Map<String, String> SETTINGS =
            Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1", "LC_ALL", "C");

    private GitProgram() {}

    /** Writes what a command reads. */
    @FunctionalInterface
    public interface Input {
        void write(OutputStream out) throws IOException;
    }

    /** What the command printed. */
    public static String run(Path directory, String... arguments) throws IOException {
        return run(directory, out -> {}, arguments);
    }

    public static String run(Path directory, Input input, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(SETTINGS);
        Process process = builder.start();
        try (OutputStream out = process.getOutputStream()) {
            input.write(out);
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new CannotMeasure("git " + arguments[0] + " failed: " + printed);
        }
        return printed.strip();
    }
}

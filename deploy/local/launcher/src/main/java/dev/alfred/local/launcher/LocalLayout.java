package dev.alfred.local.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the local system's parts lie.
 *
 * @param root the checkout, with what was built
 * @param home the data ({@code ALFRED_HOME})
 */
public record LocalLayout(Path root, Path home) {
    static LocalLayout fromEnvironment() {
        String root = System.getProperty("alfred.root", ".");
        String home = System.getenv().getOrDefault("ALFRED_HOME", root + "/.alfred");
        return new LocalLayout(
                Path.of(root).toAbsolutePath().normalize(),
                Path.of(home).toAbsolutePath().normalize());
    }

    Path application(String module) {
        return built(module, "target/quarkus-app/quarkus-run.jar");
    }

    /** Of a module that is a plain program. */
    String classPath(String module) {
        return built(module, "target/classes") + ":" + built(module, "target/lib") + "/*";
    }

    private Path built(String module, String part) {
        Path path = root.resolve(module).resolve(part);
        if (Files.notExists(path)) {
            throw new CannotStart(module + " is not built: run './alfred build'.");
        }
        return path;
    }

    public Path data(String part) {
        return directory("data/" + part);
    }

    public Path logs() {
        return directory("logs");
    }

    Path secrets() {
        return directory("secrets");
    }

    Path secretsFile() {
        return home.resolve("secrets.properties");
    }

    /** Names the process that keeps the local system running. */
    Path runningFile() {
        return home.resolve("running.json");
    }

    private Path directory(String name) {
        Path directory = home.resolve(name);
        try {
            Files.createDirectories(home);
            if (Files.notExists(directory)) {
                Files.createDirectories(directory);
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
            return directory;
        } catch (IOException e) {
            throw new CannotStart(
                    "cannot write to " + home + ": set ALFRED_HOME to a directory that you may write.", e);
        }
    }
}

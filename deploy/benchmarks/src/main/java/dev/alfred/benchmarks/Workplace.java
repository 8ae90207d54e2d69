package dev.alfred.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a benchmark works.
 *
 * @param root the checkout, with what was built
 * @param home the directory under which it may make its own ({@code ALFRED_HOME})
 * @param out what is told while it runs
 */
public record Workplace(Path root, Path home, PrintWriter out) {
    static Workplace fromEnvironment(PrintWriter out) {
        Path root =
                Path.of(System.getProperty("alfred.root", ".")).toAbsolutePath().normalize();
        String home = System.getenv().getOrDefault("ALFRED_HOME", root + "/.alfred");
        return new Workplace(root, Path.of(home).toAbsolutePath().normalize(), out);
    }

    /** The packaged program of a module. */
    public Path application(String module) {
        Path jar = root.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
        if (Files.notExists(jar)) {
            throw new CannotMeasure(module + " is not built: run './alfred build'.");
        }
        return jar;
    }

    public void tell(String line) {
        out.println(line);
        out.flush();
    }
}

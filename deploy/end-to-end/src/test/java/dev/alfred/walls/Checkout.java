package dev.alfred.walls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout that this test runs in. */
final class Checkout {
    static final Path ROOT = root();
    static final List<String> SERVICES =
            List.of("webhook-ingest", "mailbox-service", "run-orchestrator", "session-store", "agent-runner");
    static final List<String> LIBRARIES = List.of("common-contracts", "common-messaging");

    private Checkout() {}

    static List<Path> mainClasses() {
        return Stream.concat(SERVICES.stream(), LIBRARIES.stream())
                .map(module -> ROOT.resolve(module).resolve("target/classes"))
                .toList();
    }

    /** All Java sources that are not tests. */
    static List<Path> mainSources() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/java/"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && Files.notExists(directory.resolve("alfred"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("not inside a checkout of Alfred");
        }
        return directory;
    }
}

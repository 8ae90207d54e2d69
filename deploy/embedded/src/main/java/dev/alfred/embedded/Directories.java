package dev.alfred.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes directories that servers of tests leave behind. */
final class Directories {

    private Directories() {}

    static void remove(Path directory) {
        try (Stream<Path> content = Files.walk(directory)) {
            for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't remove " + directory, e);
        }
    }
}

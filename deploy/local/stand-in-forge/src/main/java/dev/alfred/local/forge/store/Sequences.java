package dev.alfred.local.forge.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

import dev.alfred.local.forge.model.Kind;

/** Hands out ids, one row of numbers for each kind; what was given is on disk before it is used. */
final class Sequences {

    private final Path file;
    private final JsonFiles json;
    private final Map<Kind, Long> last = new EnumMap<>(Kind.class);

    Sequences(Path file, JsonFiles json) {
        this.file = file;
        this.json = json;
        if (Files.exists(file)) {
            last.putAll(json.read(file, Given.class).last());
        }
    }

    synchronized long next(Kind kind) {
        long id = last.merge(kind, 1L, Long::sum);
        json.write(file, new Given(last));
        return id;
    }

    record Given(Map<Kind, Long> last) {}
}

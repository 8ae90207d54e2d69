package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.runner.mirror.MirrorReading;

/**
 * The mirror's generation that prepare is shown: by a supervisor that holds it, or in a pod out of the mirror's directory,
 * held by this. Whatever is wrong with it is told, and prepare goes without.
 *
 * @param generation null where there is none to go by
 * @param held null where somebody else holds it
 */
record ShownMirror(Path generation, MirrorReading held) implements AutoCloseable {
    private static final ShownMirror NONE = new ShownMirror(null, null);
    private static final int LONGEST = 1000;

    static ShownMirror in(Layout layout, StageOutput output) throws IOException {
        if (Files.isDirectory(layout.mirror())) {
            return new ShownMirror(layout.mirror(), null);
        }
        if (Files.isDirectory(layout.mirrorDirectory())) {
            return of(layout.mirrorDirectory(), output);
        }
        if (Files.isRegularFile(layout.withoutMirror())) {
            String why = Files.readString(layout.withoutMirror());
            output.info(
                    "there is no mirror: everything is fetched: " + why.substring(0, Math.min(why.length(), LONGEST)));
        }
        return NONE;
    }

    private static ShownMirror of(Path directory, StageOutput output) {
        try {
            Optional<MirrorReading> reading = MirrorReading.of(directory);
            if (reading.isPresent()) {
                return new ShownMirror(reading.get().generation(), reading.get());
            }
            output.info("the mirror is being tidied up: everything is fetched");
        } catch (IOException e) {
            output.info("the mirror can't be used: everything is fetched: " + e);
        }
        return NONE;
    }

    @Override
    public void close() throws IOException {
        if (held != null) {
            held.close();
        }
    }
}

package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import dev.alfred.contracts.runner.MirrorFiles;

/**
 * A mirror in the hands of whoever can read its directory and not write there, as prepare in a pod. Its present
 * generation stays while this is open; where nothing was kept yet, that is a place where nothing is.
 */
public final class MirrorReading implements AutoCloseable {
    private final Path generation;
    private final FileChannel use;

    private MirrorReading(Path generation, FileChannel use) {
        this.generation = generation;
        this.use = use;
    }

    /** Empty when it is being removed. */
    public static Optional<MirrorReading> of(Path directory) throws IOException {
        Path use = directory.resolve(MirrorFiles.USE);
        if (!use.toFile().exists()) {
            return Optional.of(new MirrorReading(MirrorDirectory.shown(directory), null));
        }
        FileChannel channel = FileChannel.open(use, StandardOpenOption.READ);
        try {
            if (MirrorDirectory.locked(channel, true) == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new MirrorReading(MirrorDirectory.shown(directory), channel));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    public Path generation() {
        return generation;
    }

    /** Nothing of the generation may be read any more. */
    @Override
    public void close() throws IOException {
        if (use != null) {
            use.close();
        }
    }
}

package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where something is mounted, by the kernel's table (proc(5), mountinfo): reading it touches no file system. */
record Mounts(Path table) {
    private static final int MOUNT_POINT = 4;

    static Mounts ofThisProcess() {
        return new Mounts(Path.of("/proc/self/mountinfo"));
    }

    /** A mount point that is this directory or lies below it. */
    Optional<String> at(Path directory) throws IOException {
        if (!Files.isReadable(table)) {
            return Optional.empty();
        }
        String here = new String(directory.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        // One byte is one character, so that a name of any bytes can be read.
        try (Stream<String> lines = Files.lines(table, StandardCharsets.ISO_8859_1)) {
            return lines.map(line -> line.split(" "))
                    .filter(fields -> fields.length > MOUNT_POINT)
                    .map(fields -> unescaped(fields[MOUNT_POINT]))
                    .filter(point -> point.equals(here) || point.startsWith(here + "/"))
                    .findFirst();
        }
    }

    private static String unescaped(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}

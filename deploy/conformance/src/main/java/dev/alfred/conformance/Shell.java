package dev.alfred.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Small scripts that prepare what Java has no word for: devices, owners, FIFOs. */
final class Shell {
    private Shell() {}

    /** What it printed; an {@link IOException} when it failed. */
    static String run(Path directory, String script) throws IOException {
        Process process = new ProcessBuilder("/bin/sh", "-ec", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("a script failed: " + printed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return printed.strip();
    }
}

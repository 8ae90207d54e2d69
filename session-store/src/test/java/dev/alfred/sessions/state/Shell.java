package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Makes what Java can't: names of any bytes, pipes, devices, owners. */
final class Shell {
    private Shell() {}

    /** @param directory the script's {@code $1} */
    static void run(String script, Path directory) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-c", script, "bash", directory.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(script + ": " + said);
        }
    }
}

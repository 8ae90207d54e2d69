package dev.alfred.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks for addresses from within a stage's network namespace, by the ways that a program in there has. */
final class Probe {
    private Probe() {}

    /** A shell command that prints {@code OPEN address} or {@code SHUT address}; the address is {@code host/port}. */
    static String direct(String address) {
        return "(timeout 3 bash -c 'exec 3<>/dev/tcp/" + address + "' 2>/dev/null && echo OPEN " + address
                + " || echo SHUT " + address + ")";
    }

    /**
     * A shell command that asks the stage's proxy for an address and prints {@code PROXY status address}; without
     * the status where no proxy answers.
     */
    static String byProxy(String address) {
        String authority = address.replace('/', ':');
        return "(echo PROXY $(timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/3128; printf \"GET http://" + authority
                + "/ HTTP/1.1\\r\\nHost: " + authority
                + "\\r\\nConnection: close\\r\\n\\r\\n\" >&3; head -n 1 <&3 | cut -d \" \" -f 2' 2>/dev/null) "
                + address
                + ")";
    }

    /** What the command prints in the network of a stage that is under way. */
    static String within(ProcessHandle stage, String command) {
        try {
            Process process = new ProcessBuilder(List.of(
                            "nsenter",
                            "--target",
                            Long.toString(stage.pid()),
                            "--user",
                            "--preserve-credentials",
                            "--net",
                            "bash",
                            "-c",
                            command))
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return printed.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a stage's network is tried", e);
        }
    }
}

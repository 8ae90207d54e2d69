package dev.alfred.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The whole command lines of this machine's processes. */
final class CommandLines {
    private CommandLines() {}

    /** Its words with blanks between them; empty where the process has ended meanwhile. */
    static String of(ProcessHandle process) {
        try {
            byte[] words = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(words, StandardCharsets.UTF_8).replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }
}

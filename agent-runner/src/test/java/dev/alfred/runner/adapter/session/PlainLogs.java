package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import dev.alfred.runner.adapter.session.SessionRecord.Speaker;

/**
 * The plainest logs of sessions that can be, for tests of what all formats have in common: {@code {id}.log}, wherever it
 * lies. A record is {@code WHO ID PARENT SESSION}, with {@code -} for none; WHO is {@code user}, {@code tool}, {@code
 * model}, {@code aside} (a sub-agent's prompt) or {@code note}.
 */
public record PlainLogs(boolean linked) implements SessionLogFormat {
    private static final String SUFFIX = ".log";
    private static final int WORDS = 4;

    public static Path file(Path directory, String id) {
        return directory.resolve(id + SUFFIX);
    }

    @Override
    public Map<Path, String> files(Path state) throws IOException {
        Map<Path, String> files = new HashMap<>();
        try (Stream<Path> entries = Files.walk(state)) {
            entries.forEach(entry -> {
                String name = entry.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    files.put(entry, name.substring(0, name.length() - SUFFIX.length()));
                }
            });
        }
        return files;
    }

    @Override
    public SessionRecord read(byte[] line) throws IOException {
        String[] words = new String(line, StandardCharsets.UTF_8).split(" ", -1);
        if (words.length != WORDS) {
            throw new IOException("a record has four words");
        }
        Speaker speaker = switch (words[0]) {
            case "user", "tool", "aside" -> Speaker.USER;
            case "model" -> Speaker.MODEL;
            case "note" -> Speaker.NOBODY;
            default -> throw new IOException("nobody is called so");
        };
        return new SessionRecord(
                word(words[1]),
                word(words[2]),
                word(words[3]),
                words[0].equals("aside"),
                speaker,
                words[0].equals("user"));
    }

    private static String word(String word) {
        return word.equals("-") ? null : word;
    }
}

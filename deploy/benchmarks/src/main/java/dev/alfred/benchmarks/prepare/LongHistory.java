package dev.alfred.benchmarks.prepare;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.benchmarks.GitProgram;

/** A bare repository whose branch {@code main} has so many commits, each a change to one of 2,000 files; packed as forges do. */
final class LongHistory {
    static final String NAME = "long.git";

    private static final int FILES = 2_000;
    private static final int LINES = 20;
    private static final long BEGIN = 1_500_000_000L;

    private final Path repository;
    private int commits;

    private LongHistory(Path repository) {
        this.repository = repository;
    }

    static LongHistory make(Path directory, int commits) throws IOException {
        Path repository = Files.createDirectory(directory.resolve(NAME));
        GitProgram.run(repository, "init", "-q", "--bare", "-b", "main", ".");
        LongHistory history = new LongHistory(repository);
        history.grow(commits);
        GitProgram.run(repository, "repack", "-a", "-d", "-b", "-q");
        return history;
    }

    void grow(int more) throws IOException {
        GitProgram.run(
                repository,
                out -> {
                    OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
                    for (int i = 0; i < more; i++) {
                        buffered.write(
                                commit(commits + i, i == 0 && commits > 0).getBytes(StandardCharsets.US_ASCII));
                    }
                    buffered.flush();
                },
                "fast-import",
                "--quiet");
        commits += more;
    }

    /** @param onTop whether git has to be told what it comes after */
    private static String commit(int number, boolean onTop) {
        int file = (int) (number * 7919L % FILES);
        String message = "Change %d to file %d\n".formatted(number, file);
        String content = content(file, number);
        return """
                commit refs/heads/main
                committer A <a@example.invalid> %d +0000
                data %d
                %s%sM 100644 inline src/m%02d/p%02d/F%04d.java
                data %d
                %s
                """.formatted(
                        BEGIN + number * 600L,
                        message.length(),
                        message,
                        onTop ? "from refs/heads/main^0\n" : "",
                        file % 40,
                        file / 40 % 10,
                        file,
                        content.length(),
                        content);
    }

    /** Each time that a file is changed, another of its lines is. */
    private static String content(int file, int number) {
        StringBuilder text = new StringBuilder("class F%04d {\n".formatted(file));
        for (int line = 0; line < LINES; line++) {
            int seed = number / FILES % LINES == line ? number : file;
            text.append("  int v").append(line).append(" = ").append((seed * 31L + line * 17L) % 100_003);
            text.append(";\n");
        }
        return text.append("}\n").toString();
    }

    int commits() {
        return commits;
    }

    String head() throws IOException {
        return GitProgram.run(repository, "rev-parse", "main");
    }
}

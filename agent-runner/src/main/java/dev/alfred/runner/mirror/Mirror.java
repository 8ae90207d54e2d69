package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One generation of a mirror: a bare repository that holds the whole history of one branch and nothing else, in packs.
 * It never changes. A checkout copies its packs and is told by checksums whether they are what was put there.
 */
public record Mirror(Path directory, String head, List<PackFile> files) {
    static final String REFS = "packed-refs";
    static final String PACKS = "objects/pack";
    static final String SUMS = "alfred-packs";

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final long LARGEST_LIST = 1024L * 1024;

    public Mirror {
        files = List.copyOf(files);
    }

    /** What lies where a mirror may be. */
    public sealed interface Found {
        record Absent() implements Found {}

        record Usable(Mirror mirror) implements Found {}

        record Damaged(String detail) implements Found {}
    }

    public static Found in(Path directory, String branch) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty() ? new Found.Absent() : read(directory, branch);
        } catch (NoSuchFileException e) {
            return Files.exists(directory)
                    ? new Found.Damaged("it can't be read: " + e.getMessage())
                    : new Found.Absent();
        } catch (IOException e) {
            return new Found.Damaged("it can't be read: " + e.getMessage());
        }
    }

    private static Found read(Path directory, String branch) throws IOException {
        List<String> refs = lines(directory.resolve(REFS)).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        String[] head = refs.size() == 1 ? refs.getFirst().split(" ", 2) : new String[0];
        if (head.length != 2 || !COMMIT.matcher(head[0]).matches()) {
            return new Found.Damaged("it does not tell its head");
        }
        if (!head[1].equals("refs/heads/" + branch)) {
            return new Found.Damaged("it is of another branch");
        }
        List<PackFile> files = new ArrayList<>();
        for (String line : lines(directory.resolve(SUMS))) {
            Optional<PackFile> file = PackFile.parse(line);
            if (file.isEmpty()) {
                return new Found.Damaged("its list of packs can't be read");
            }
            files.add(file.get());
        }
        return files.isEmpty()
                ? new Found.Damaged("it lists no pack")
                : new Found.Usable(new Mirror(directory, head[0], files));
    }

    private static List<String> lines(Path file) throws IOException {
        if (Files.size(file) > LARGEST_LIST) {
            throw new IOException(file.getFileName() + " is too large");
        }
        return Files.readAllLines(file);
    }

    /** Copies all packs into a repository's; gives an objection where one is not what was put here. */
    public Optional<String> copyTo(Path packs) throws IOException {
        Files.createDirectories(packs);
        for (PackFile file : files) {
            Path from = directory.resolve(PACKS).resolve(file.name());
            if (!Files.exists(from)) {
                return Optional.of(file.name() + " is gone");
            }
            if (!PackFile.copy(from, packs.resolve(file.name())).equals(file)) {
                return Optional.of(file.name() + " is damaged");
            }
        }
        return Optional.empty();
    }
}

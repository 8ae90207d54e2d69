package dev.alfred.runner.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A git directory that an agent could write. It is read as data only: its objects, its HEAD and its branches. No git
 * command ever runs with it, so its configuration, hooks, filters, attributes and alternates mean nothing.
 */
public final class UntrustedRepository {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int REFERENCE_BYTES = 4096;
    private static final int PACKED_BYTES = 16 * 1024 * 1024;

    private final Path gitDirectory;

    private UntrustedRepository(Path gitDirectory) {
        this.gitDirectory = gitDirectory;
    }

    /** What looking at a worktree's git directory gave. */
    public sealed interface Opened {
        record Usable(UntrustedRepository repository) implements Opened {}

        record Unusable(String detail) implements Opened {}
    }

    public static Opened open(Path worktree) throws IOException {
        Path git = worktree.resolve(".git");
        if (!directory(worktree) || !directory(git) || !directory(git.resolve("objects"))) {
            return new Opened.Unusable("the workspace's git directory is gone or was replaced");
        }
        for (String redirect : new String[] {"objects/info/alternates", "objects/info/http-alternates", "commondir"}) {
            if (Files.exists(git.resolve(redirect), LinkOption.NOFOLLOW_LINKS)) {
                return new Opened.Unusable(
                        "the workspace's git directory refers to another one (%s)".formatted(redirect));
            }
        }
        Optional<String> odd = oddity(git.resolve("objects"));
        return odd.<Opened>map(Opened.Unusable::new).orElseGet(() -> new Opened.Usable(new UntrustedRepository(git)));
    }

    public Path objects() {
        return gitDirectory.resolve("objects");
    }

    /** The name of the branch that HEAD is on, or empty when it is on none. */
    public Optional<String> currentBranch() throws IOException {
        return ownHead()
                .filter(head -> head.startsWith("ref: refs/heads/"))
                .map(head -> head.substring("ref: refs/heads/".length()));
    }

    /** The commit that HEAD is on without a branch, if it is. */
    public Optional<String> detachedHead() throws IOException {
        return ownHead().filter(commit -> COMMIT.matcher(commit).matches());
    }

    private Optional<String> ownHead() throws IOException {
        return read(gitDirectory.resolve("HEAD"), REFERENCE_BYTES).map(String::strip);
    }

    /** The commit that the branch points to. */
    public Optional<String> head(String branch) throws IOException {
        Path whole = gitDirectory.resolve("refs/heads/" + branch);
        Path loose = gitDirectory;
        for (Path part : gitDirectory.relativize(whole)) {
            loose = loose.resolve(part);
            if (absent(loose)) {
                return packed(branch);
            }
            if (!directory(loose)) {
                // An older value must not come up from below one that can't be used.
                return loose.equals(whole) ? commit(whole) : Optional.empty();
            }
        }
        return packed(branch);
    }

    private static Optional<String> commit(Path reference) throws IOException {
        return read(reference, REFERENCE_BYTES)
                .map(String::strip)
                .filter(commit -> COMMIT.matcher(commit).matches());
    }

    private Optional<String> packed(String branch) throws IOException {
        return read(gitDirectory.resolve("packed-refs"), PACKED_BYTES).stream()
                .flatMap(String::lines)
                .map(line -> line.split(" ", 2))
                .filter(fields -> fields.length == 2 && fields[1].equals("refs/heads/" + branch))
                .map(fields -> fields[0])
                .filter(commit -> COMMIT.matcher(commit).matches())
                .findFirst();
    }

    private static Optional<String> read(Path file, int most) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(new String(in.readNBytes(most), StandardCharsets.UTF_8));
        }
    }

    /** Known not to be there; what can't be looked at is no answer. */
    private static boolean absent(Path path) throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private static boolean directory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<String> oddity(Path objects) throws IOException {
        String[] found = new String[1];
        Files.walkFileTree(objects, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    return FileVisitResult.CONTINUE;
                }
                found[0] = "%s in the workspace's git objects is no regular file".formatted(objects.relativize(file));
                return FileVisitResult.TERMINATE;
            }
        });
        return Optional.ofNullable(found[0]);
    }
}

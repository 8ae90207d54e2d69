package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.alfred.runner.files.Trees;

/**
 * Files in a repository that steer agents or git. On a branch that isn't Alfred's own they are taken from the base branch,
 * and never go into a commit.
 */
final class SteeringFiles {
    private static final Set<String> NAMES = Set.of(
            "claude.md",
            "claude.local.md",
            "agents.md",
            "agents.override.md",
            ".mcp.json",
            "opencode.json",
            "opencode.jsonc");
    private static final Set<String> DIRECTORIES =
            Set.of(".alfred", ".claude", ".codex", ".opencode", ".copilot", ".grok", ".agents", ".husky", ".githooks");
    private static final Set<String> AT_THE_ROOT = Set.of(".gitmodules", ".lfsconfig");
    private static final String COPILOT = ".github/copilot-instructions.md";

    private final Git git;
    private final Path repository;

    SteeringFiles(Git git, Path repository) {
        this.git = git;
        this.repository = repository;
    }

    /** Whether the file at that path (from the repository's root, with slashes) is such a file. */
    static boolean steers(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        String[] parts = lower.split("/");
        if (NAMES.contains(parts[parts.length - 1]) || AT_THE_ROOT.contains(lower) || lower.equals(COPILOT)) {
            return true;
        }
        for (String part : parts) {
            if (DIRECTORIES.contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** Replaces the checked-out ones by those of that commit, out of sight of {@code git add} and {@code git commit}. */
    void takeFrom(String base) throws IOException {
        List<String> here = steering("HEAD");
        byte[] paths = String.join("\0", here).getBytes(StandardCharsets.ISO_8859_1);
        git.run(repository, Map.of(), paths, "update-index", "-z", "--skip-worktree", "--stdin")
                .required();
        for (String path : here) {
            Trees.remove(place(path));
        }
        Path exclude = repository.resolve(".git/info/exclude");
        Files.createDirectories(exclude.getParent());
        for (String path : steering(base)) {
            if (makeParents(path)) {
                GitResult content = git.run(repository, "cat-file", "blob", base + ":" + utf8(path))
                        .required();
                Files.write(place(path), content.stdout(), StandardOpenOption.CREATE_NEW);
                Files.writeString(
                        exclude, "/" + utf8(path) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
    }

    private List<String> steering(String commit) {
        return git.run(repository, "ls-tree", "-r", "-z", "--name-only", commit).required().fields().stream()
                .filter(SteeringFiles::steers)
                .toList();
    }

    /** Whether the path's directories are there now, real ones all of them. */
    private boolean makeParents(String path) throws IOException {
        Path directory = repository;
        Path parent = repository.relativize(place(path)).getParent();
        if (parent != null) {
            for (Path part : parent) {
                directory = directory.resolve(part);
                if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectory(directory);
                }
                if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                    return false;
                }
            }
        }
        return !Files.exists(place(path), LinkOption.NOFOLLOW_LINKS);
    }

    private Path place(String path) {
        return repository.resolve(utf8(path));
    }

    private static String utf8(String path) {
        return new String(path.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.alfred.runner.files.Trees;

/**
 * Makes the files that an agent left fit to be read by git. What git opens by itself while it looks for changes has to
 * be a file, since a pipe would keep it waiting; a repository inside loses its git directory and is plain files then.
 */
final class WorktreeGuard extends SimpleFileVisitor<Path> {
    private static final String GIT = ".git";
    private static final Set<String> CONTROLS = Set.of(".gitignore", ".gitattributes", ".gitmodules");
    private static final long LARGEST_CONTROL = 1024L * 1024;

    private final Path root;
    private final List<String> repositories = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private String objection;

    private WorktreeGuard(Path root) {
        this.root = root;
    }

    /**
     * @param objection why git must not look at the files, or null
     * @param repositories the directories that were repositories of their own
     * @param unreadable what can't be read
     */
    record Findings(String objection, List<String> repositories, List<String> unreadable) {}

    static Findings makeFit(Path worktree) throws IOException {
        WorktreeGuard guard = new WorktreeGuard(worktree);
        Files.walkFileTree(worktree, guard);
        return new Findings(guard.objection, List.copyOf(guard.repositories), List.copyOf(guard.unreadable));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        if (!named(directory, GIT)) {
            return FileVisitResult.CONTINUE;
        }
        if (!directory.getParent().equals(root)) {
            makePlain(directory);
        }
        return FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (named(file, GIT)) {
            makePlain(file);
        } else if (CONTROLS.contains(file.getFileName().toString())) {
            if (attributes.isOther()) {
                return object(file, "is no file");
            }
            if (attributes.size() > LARGEST_CONTROL) {
                return object(file, "is too large");
            }
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (named(file, GIT) && !file.getParent().equals(root)) {
            makePlain(file);
        } else {
            unreadable.add(root.relativize(file).toString());
        }
        return FileVisitResult.CONTINUE;
    }

    private void makePlain(Path gitDirectory) throws IOException {
        Trees.remove(gitDirectory);
        repositories.add(root.relativize(gitDirectory.getParent()).toString());
    }

    private FileVisitResult object(Path file, String why) {
        objection = "%s %s".formatted(root.relativize(file), why);
        return FileVisitResult.TERMINATE;
    }

    private static boolean named(Path path, String name) {
        return path.getFileName().toString().equals(name);
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.vocabulary.ExitReason;

/** Makes a commit of what an agent left uncommitted. */
final class Leftovers {
    private static final String LINK_MODE = "160000";
    private static final byte[] NOTHING = new byte[0];

    private final AdoptedRepository repository;
    private final Path worktree;

    Leftovers(AdoptedRepository repository, Path worktree) {
        this.repository = repository;
        this.worktree = worktree;
    }

    /** How it went. */
    sealed interface Outcome {
        /** @param head the new commit, or the old one where nothing was left; @param note for people, or null */
        record Committed(String head, String note) implements Outcome {}

        record Skipped(ExitReason reason, String detail) implements Outcome {}
    }

    Outcome commit(RunnerSpec spec, String head) {
        try {
            WorktreeGuard.Findings findings = WorktreeGuard.makeFit(worktree);
            return findings.objection() == null
                    ? commit(spec, head, findings)
                    : skipped(ExitReason.NOT_PUBLISHABLE, findings.objection());
        } catch (GitFailed e) {
            return skipped(e.reason(ExitReason.NOT_PUBLISHABLE), e.getMessage());
        } catch (IOException e) {
            return skipped(ExitReason.NOT_PUBLISHABLE, "the workspace can't be read");
        }
    }

    static Outcome skipped(ExitReason reason, String why) {
        return new Outcome.Skipped(reason, "what was left uncommitted can't be published: " + why);
    }

    private Outcome commit(RunnerSpec spec, String head, WorktreeGuard.Findings findings) {
        run(Map.of(), NOTHING, "read-tree", head);
        List<String> changed = changed(spec, head);
        Optional<String> large = changed.stream().filter(this::large).findFirst();
        if (large.isPresent()) {
            return skipped(ExitReason.NOT_PUBLISHABLE, "the file %s is too large".formatted(large.get()));
        }
        String note = note(changed, findings);
        if (changed.isEmpty()) {
            return new Outcome.Committed(head, note);
        }
        byte[] paths = String.join("\0", changed).getBytes(StandardCharsets.ISO_8859_1);
        run(Map.of(), paths, "update-index", "-z", "--add", "--remove", "--stdin");
        String tree = run(Map.of(), NOTHING, "write-tree").text();
        if (tree.equals(repository.run("rev-parse", head + "^{tree}").required().text())) {
            return new Outcome.Committed(head, note);
        }
        return new Outcome.Committed(
                run(author(spec), message(spec), "commit-tree", "-p", head, tree)
                        .text(),
                note);
    }

    private List<String> changed(RunnerSpec spec, String head) {
        Set<String> submodules = submodules(head);
        return run(Map.of(), NOTHING, "ls-files", "-z", "-o", "-m", "-d", "--exclude-standard").fields().stream()
                .filter(path -> !path.endsWith("/") && !submodules.contains(path))
                .filter(path -> spec.repository().alfredsOwn() || !SteeringFiles.steers(path))
                .distinct()
                .toList();
    }

    private Set<String> submodules(String head) {
        return repository.run("ls-tree", "-r", "-z", head).required().fields().stream()
                .filter(entry -> entry.startsWith(LINK_MODE))
                .map(entry -> entry.substring(entry.indexOf('\t') + 1))
                .collect(Collectors.toSet());
    }

    private static String note(List<String> changed, WorktreeGuard.Findings findings) {
        List<String> notes = new ArrayList<>();
        findings.repositories().stream()
                .filter(inner -> changed.stream().anyMatch(path -> utf8(path).startsWith(inner + "/")))
                .findFirst()
                .ifPresent(inner -> notes.add("the repository in %s was taken in as plain files".formatted(inner)));
        findings.unreadable().stream()
                .findFirst()
                .ifPresent(path -> notes.add("%s can't be read and was left out".formatted(path)));
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    private boolean large(String path) {
        Path file = worktree.resolve(utf8(path));
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > CommitRange.LARGEST_FILE;
        } catch (IOException e) {
            // It can't be read: update-index will say so.
            return false;
        }
    }

    private static byte[] message(RunnerSpec spec) {
        return "Commit the rest of the work on %s\n\nAlfred-Run: %s\n"
                .formatted(spec.phase().wire().replace('_', ' '), spec.run())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> author(RunnerSpec spec) {
        CommitAuthor author = CommitAuthor.parse(spec.commitAuthor());
        return Map.of(
                "GIT_AUTHOR_NAME", author.name(),
                "GIT_AUTHOR_EMAIL", author.address(),
                "GIT_COMMITTER_NAME", author.name(),
                "GIT_COMMITTER_EMAIL", author.address());
    }

    private GitResult run(Map<String, String> more, byte[] stdin, String... arguments) {
        return repository.inWorktree(worktree, more, stdin, arguments).required();
    }

    private static String utf8(String path) {
        return new String(path.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}

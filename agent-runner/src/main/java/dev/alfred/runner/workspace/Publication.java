package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Published;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.workspace.UntrustedRepository.Opened;

/**
 * Brings what an agent committed to the forge. All git commands run in a fresh git directory of the stage's own, to
 * which the workspace contributes objects and files, and nothing else.
 */
public final class Publication {
    static final long LARGEST_FILE = 100L * 1024 * 1024;
    static final long LARGEST_SUM = 1024L * 1024 * 1024;

    private static final String LINK_MODE = "160000";
    private static final byte[] NOTHING = new byte[0];

    private final Git git;
    private final GitCredentials credentials;
    private final Path worktree;
    private final Path scratch;
    private final Consumer<Published> beforePush;

    /**
     * @param scratch an empty directory of the stage's own
     * @param beforePush is told what is about to be pushed
     */
    public Publication(
            Git git, GitCredentials credentials, Path worktree, Path scratch, Consumer<Published> beforePush) {
        this.git = git;
        this.credentials = credentials;
        this.worktree = worktree;
        this.scratch = scratch;
        this.beforePush = beforePush;
    }

    /**
     * @param base the commit that the workspace was checked out at
     * @param branchExisted whether the branch was on the remote then
     * @param leftovers whether uncommitted changes are to be committed
     */
    public Published publish(RunnerSpec spec, String base, boolean branchExisted, boolean leftovers)
            throws IOException {
        String branch = spec.repository().branch();
        return switch (UntrustedRepository.open(worktree)) {
            case Opened.Unusable(String detail) -> refuse(ExitReason.NOT_PUBLISHABLE, detail);
            case Opened.Usable(UntrustedRepository repository) -> {
                Optional<String> current = repository.currentBranch();
                Optional<String> head = repository.head(branch);
                if (!current.equals(Optional.of(branch)) || head.isEmpty()) {
                    yield refuse(ExitReason.NOT_PUBLISHABLE, "the workspace was left off the branch " + branch);
                }
                adopt(repository, base);
                yield publish(spec, new Range(base, head.get()), branchExisted, leftovers);
            }
        };
    }

    private record Range(String base, String head) {
        String expression() {
            return base + ".." + head;
        }
    }

    private void adopt(UntrustedRepository repository, String base) throws IOException {
        String format = base.length() == 64 ? "sha256" : "sha1";
        git.run(
                scratch,
                "init",
                "-q",
                "--bare",
                "--template=",
                "--object-format=" + format,
                gitDirectory().toString());
        Path info = gitDirectory().resolve("objects/info");
        Files.createDirectories(info);
        Files.writeString(info.resolve("alternates"), repository.objects().toAbsolutePath() + "\n");
    }

    private Published publish(RunnerSpec spec, Range committed, boolean branchExisted, boolean leftovers)
            throws IOException {
        if (!own("merge-base", "--is-ancestor", committed.base(), committed.head())
                .ok()) {
            return refuse(
                    ExitReason.NOT_PUBLISHABLE, "the branch no longer contains the commit that the run began from");
        }
        Range range = committed;
        if (leftovers) {
            Leftovers left = commitLeftovers(spec, committed.head());
            if (left.objection() != null) {
                return refuse(ExitReason.NOT_PUBLISHABLE, left.objection());
            }
            range = new Range(committed.base(), left.head());
        }
        if (range.head().equals(range.base())) {
            return new Published(ExitReason.NONE, "no commits", range.base(), 0, false);
        }
        Optional<String> tooLarge = tooLarge(range);
        if (tooLarge.isPresent()) {
            return refuse(ExitReason.NOT_PUBLISHABLE, tooLarge.get());
        }
        int commits =
                Integer.parseInt(own("rev-list", "--count", range.expression()).text());
        beforePush.accept(new Published(ExitReason.NONE, "about to push", range.head(), commits, false));
        return push(spec, range, commits, branchExisted);
    }

    private Published push(RunnerSpec spec, Range range, int commits, boolean branchExisted) {
        String branch = spec.repository().branch();
        // A lease on the value that was seen: with the ancestry checked above it never overwrites, only refuses.
        String expected = branchExisted ? range.base() : "";
        GitResult pushed = git.run(
                scratch,
                Map.of("GIT_DIR", gitDirectory().toString()),
                credentials,
                NOTHING,
                "push",
                "--porcelain",
                "--no-verify",
                "--no-follow-tags",
                "--no-recurse-submodules",
                "--no-signed",
                "--force-with-lease=refs/heads/%s:%s".formatted(branch, expected),
                "--",
                spec.repository().cloneUrl(),
                "%s:refs/heads/%s".formatted(range.head(), branch));
        return pushed.ok()
                ? new Published(ExitReason.NONE, null, range.head(), commits, true)
                : new Published(GitFailures.pushing(pushed), GitFailures.words(pushed), range.head(), commits, false);
    }

    private record Leftovers(String head, String objection) {}

    private Leftovers commitLeftovers(RunnerSpec spec, String head) throws IOException {
        Map<String, String> environment = worktreeEnvironment();
        run(environment, NOTHING, "read-tree", head);
        Set<String> submodules = submodules(head);
        List<String> changed =
                run(environment, NOTHING, "ls-files", "-z", "-o", "-m", "-d", "--exclude-standard").fields().stream()
                        .filter(path -> !path.endsWith("/") && !submodules.contains(path))
                        .filter(path -> spec.repository().alfredsOwn() || !SteeringFiles.steers(path))
                        .distinct()
                        .toList();
        if (changed.isEmpty()) {
            return new Leftovers(head, null);
        }
        Optional<String> large = changed.stream().filter(this::largeFile).findFirst();
        if (large.isPresent()) {
            return new Leftovers(null, "the file %s is too large to be published".formatted(large.get()));
        }
        byte[] paths = String.join("\0", changed).getBytes(StandardCharsets.ISO_8859_1);
        GitResult added = run(environment, paths, "update-index", "-z", "--add", "--remove", "--stdin");
        if (!added.ok()) {
            return new Leftovers(null, "what was left uncommitted can't be committed: " + GitFailures.words(added));
        }
        String tree = run(environment, NOTHING, "write-tree").text();
        if (tree.equals(own("rev-parse", head + "^{tree}").text())) {
            return new Leftovers(head, null);
        }
        GitResult commit = run(authored(spec), message(spec), "commit-tree", "-p", head, tree);
        return commit.ok()
                ? new Leftovers(commit.text(), null)
                : new Leftovers(null, "what was left uncommitted can't be committed: " + GitFailures.words(commit));
    }

    private static byte[] message(RunnerSpec spec) {
        return "Commit the rest of the work on %s\n\nAlfred-Run: %s\n"
                .formatted(spec.phase().wire().replace('_', ' '), spec.run())
                .getBytes(StandardCharsets.UTF_8);
    }

    private boolean largeFile(String path) {
        Path file = worktree.resolve(path);
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > LARGEST_FILE;
        } catch (IOException e) {
            // It can't be read: update-index will say so.
            return false;
        }
    }

    private Set<String> submodules(String head) {
        return own("ls-tree", "-r", "-z", head).fields().stream()
                .filter(entry -> entry.startsWith(LINK_MODE))
                .map(entry -> entry.substring(entry.indexOf('\t') + 1))
                .collect(Collectors.toSet());
    }

    private Optional<String> tooLarge(Range range) {
        GitResult objects = own("rev-list", "--objects", range.expression());
        byte[] ids = objects.text()
                .lines()
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(StandardCharsets.UTF_8);
        GitResult sizes = git.run(
                scratch,
                Map.of("GIT_DIR", gitDirectory().toString()),
                GitCredentials.NONE,
                ids,
                "cat-file",
                "--batch-check=%(objecttype) %(objectsize)");
        if (!objects.ok() || !sizes.ok()) {
            return Optional.of("what was committed can't be read whole");
        }
        long sum = 0;
        for (String line : sizes.text().lines().toList()) {
            String[] fields = line.split(" ");
            if (fields.length != 2 || !fields[1].chars().allMatch(Character::isDigit)) {
                return Optional.of("what was committed can't be read whole");
            }
            long size = Long.parseLong(fields[1]);
            sum += size;
            if (size > LARGEST_FILE || sum > LARGEST_SUM) {
                return Optional.of("what was committed is too large to be published");
            }
        }
        return Optional.empty();
    }

    private Map<String, String> worktreeEnvironment() {
        return Map.of(
                "GIT_DIR",
                gitDirectory().toString(),
                "GIT_WORK_TREE",
                worktree.toAbsolutePath().toString(),
                "GIT_INDEX_FILE",
                scratch.resolve("index").toString());
    }

    private Map<String, String> authored(RunnerSpec spec) {
        CommitAuthor author = CommitAuthor.parse(spec.commitAuthor());
        Map<String, String> environment = new HashMap<>(worktreeEnvironment());
        environment.put("GIT_AUTHOR_NAME", author.name());
        environment.put("GIT_AUTHOR_EMAIL", author.address());
        environment.put("GIT_COMMITTER_NAME", author.name());
        environment.put("GIT_COMMITTER_EMAIL", author.address());
        return environment;
    }

    private GitResult own(String... arguments) {
        return git.run(scratch, Map.of("GIT_DIR", gitDirectory().toString()), GitCredentials.NONE, NOTHING, arguments);
    }

    private GitResult run(Map<String, String> environment, byte[] stdin, String... arguments) {
        return git.run(worktree, environment, GitCredentials.NONE, stdin, arguments);
    }

    private Path gitDirectory() {
        return scratch.resolve("publish.git");
    }

    private static Published refuse(ExitReason reason, String detail) {
        return new Published(reason, detail, null, 0, false);
    }
}

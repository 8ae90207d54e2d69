package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A bare git directory of the publish stage's own, to which the workspace contributes objects, and nothing else. */
final class AdoptedRepository {
    private final Git git;
    private final Path scratch;
    private final Path directory;

    private AdoptedRepository(Git git, Path scratch) {
        this.git = git;
        this.scratch = scratch;
        this.directory = scratch.resolve("publish.git");
    }

    /** @param base a commit of the workspace, which tells its kind of ids */
    static AdoptedRepository of(UntrustedRepository workspace, String base, Git git, Path scratch) throws IOException {
        AdoptedRepository adopted = new AdoptedRepository(git, scratch);
        String format = base.length() == 64 ? "sha256" : "sha1";
        git.run(
                        scratch,
                        "init",
                        "-q",
                        "--bare",
                        "--template=",
                        "--object-format=" + format,
                        adopted.directory.toString())
                .required();
        Path info = Files.createDirectories(adopted.directory.resolve("objects/info"));
        Files.writeString(info.resolve("alternates"), workspace.objects().toAbsolutePath() + "\n");
        return adopted;
    }

    /** A new directory of the stage's own. */
    Path scratch(String name) throws IOException {
        return Files.createTempDirectory(scratch, name);
    }

    GitResult run(String... arguments) {
        return feed("", arguments);
    }

    GitResult feed(String stdin, String... arguments) {
        return git.run(scratch, variables(), stdin.getBytes(StandardCharsets.ISO_8859_1), arguments);
    }

    /** With the worktree's files, and an index of its own. */
    GitResult inWorktree(Path worktree, Map<String, String> more, byte[] stdin, String... arguments) {
        Map<String, String> environment = new HashMap<>(variables());
        environment.put("GIT_WORK_TREE", worktree.toAbsolutePath().toString());
        environment.put("GIT_INDEX_FILE", scratch.resolve("index").toString());
        environment.putAll(more);
        return git.run(worktree, environment, stdin, arguments);
    }

    GitResult push(GitCredentials credentials, String lease, String url, String refspec) {
        return git.remotely(
                scratch,
                variables(),
                credentials,
                "push",
                "--porcelain",
                "--no-verify",
                "--no-follow-tags",
                "--no-recurse-submodules",
                "--no-signed",
                "--force-with-lease=" + lease,
                "--",
                url,
                refspec);
    }

    private Map<String, String> variables() {
        return Map.of("GIT_DIR", directory.toString());
    }
}

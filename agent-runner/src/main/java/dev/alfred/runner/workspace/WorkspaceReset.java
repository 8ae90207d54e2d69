package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.runner.files.Trees;
import dev.alfred.runner.workspace.UntrustedRepository.Opened;

/**
 * Puts a workspace back to the commit and tree that prepare left, untracked and ignored files included, so that a
 * second start sees nothing of the first. Of what the first left, only git's objects stay.
 */
public final class WorkspaceReset {
    private final Git git;
    private final Path repository;
    private final Path pristineConfig;
    private final Path pristineRefs;
    private final Path out;

    /**
     * @param pristineConfig the git configuration as prepare left it
     * @param pristineRefs the branches as prepare left them, packed
     * @param out where the agent leaves its result
     */
    public WorkspaceReset(Git git, Path repository, Path pristineConfig, Path pristineRefs, Path out) {
        this.git = git;
        this.repository = repository;
        this.pristineConfig = pristineConfig;
        this.pristineRefs = pristineRefs;
        this.out = out;
    }

    /** Whether the workspace is now at that commit. */
    public boolean to(String branch, String commit) throws IOException {
        Trees.remove(out);
        Files.createDirectory(out);
        if (!(UntrustedRepository.open(repository) instanceof Opened.Usable)) {
            return false;
        }
        Path gitDirectory = repository.resolve(".git");
        Trees.emptyBut(repository, ".git");
        Trees.emptyBut(gitDirectory, "objects");
        Trees.remove(gitDirectory.resolve("objects/info"));
        // Made by git first: without a HEAD and refs it would not take the directory for its own.
        String format = commit.length() == 64 ? "sha256" : "sha1";
        if (!git.run(repository, "init", "-q", "--template=", "--object-format=" + format, "-b", branch, ".")
                .ok()) {
            return false;
        }
        Trees.replace(gitDirectory.resolve("config"), Files.readAllBytes(pristineConfig));
        Trees.replace(gitDirectory.resolve("packed-refs"), Files.readAllBytes(pristineRefs));
        return git.run(repository, "update-ref", "refs/heads/" + branch, commit).ok()
                && git.run(repository, "reset", "-q", "--hard", commit).ok();
    }
}

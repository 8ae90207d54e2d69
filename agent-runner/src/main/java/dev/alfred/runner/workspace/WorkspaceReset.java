package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Puts a workspace back to the commit and tree that prepare left, untracked and ignored files included, so that a
 * second start sees nothing of the first.
 */
public final class WorkspaceReset {
    private final Git git;
    private final Path repository;
    private final Path pristineConfig;
    private final Path out;

    /**
     * @param pristineConfig the git configuration as prepare left it
     * @param out where the agent leaves its result
     */
    public WorkspaceReset(Git git, Path repository, Path pristineConfig, Path out) {
        this.git = git;
        this.repository = repository;
        this.pristineConfig = pristineConfig;
        this.out = out;
    }

    /** Whether the workspace is now at that commit. */
    public boolean to(String branch, String commit) throws IOException {
        Path gitDirectory = repository.resolve(".git");
        Trees.remove(gitDirectory.resolve("hooks"));
        Trees.remove(gitDirectory.resolve("index"));
        Trees.remove(gitDirectory.resolve("index.lock"));
        Trees.remove(gitDirectory.resolve("info"));
        for (String state :
                new String[] {"MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "BISECT_LOG"}) {
            Trees.remove(gitDirectory.resolve(state));
        }
        Trees.remove(gitDirectory.resolve("config"));
        Files.copy(pristineConfig, gitDirectory.resolve("config"), StandardCopyOption.REPLACE_EXISTING);
        Trees.empty(out);
        Files.writeString(gitDirectory.resolve("HEAD"), "ref: refs/heads/" + branch + "\n");
        return git.run(repository, "update-ref", "refs/heads/" + branch, commit).ok()
                && git.run(repository, "reset", "-q", "--hard", commit).ok()
                && git.run(repository, "clean", "-q", "-ffdx").ok();
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.vocabulary.ExitReason;

/**
 * Makes the workspace: a full clone of the two branches that matter, with nothing in it that needs the network or a
 * credential afterwards.
 */
public final class Checkout {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final byte[] NOTHING = new byte[0];

    private final Git git;
    private final GitCredentials credentials;
    private final Path repository;

    public Checkout(Git git, GitCredentials credentials, Path repository) {
        this.git = git;
        this.credentials = credentials;
        this.repository = repository;
    }

    /** How it went. */
    public sealed interface Outcome {
        record Ready(String commit, boolean branchExisted) implements Outcome {}

        record Refused(ExitReason reason, String detail) implements Outcome {}
    }

    public Outcome make(RunnerSpec spec) throws IOException {
        RunnerSpec.Repository wanted = spec.repository();
        if (spec.baseCommit() != null && !COMMIT.matcher(spec.baseCommit()).matches()) {
            return new Outcome.Refused(ExitReason.INVALID_REQUEST, "the base commit is no commit id");
        }
        GitResult listed = git.run(
                repository.getParent(),
                Map.of(),
                credentials,
                NOTHING,
                "ls-remote",
                "--heads",
                "--",
                wanted.cloneUrl());
        if (!listed.ok()) {
            return refused(listed);
        }
        BranchPlan plan = BranchPlan.of(
                new BranchPlan.Facts(
                        spec.phase().writes(),
                        wanted.branch(),
                        wanted.base(),
                        wanted.pushed(),
                        wanted.alfredsOwn(),
                        spec.baseCommit()),
                RemoteBranches.parse(listed.text()));
        return switch (plan) {
            case BranchPlan.Refuse(ExitReason reason, String detail) -> new Outcome.Refused(reason, detail);
            case BranchPlan.CheckOut checkOut -> checkOut(spec, checkOut);
        };
    }

    private Outcome checkOut(RunnerSpec spec, BranchPlan.CheckOut plan) throws IOException {
        RunnerSpec.Repository wanted = spec.repository();
        Files.createDirectories(repository);
        Trees.empty(repository);
        String format = plan.commit().length() == 64 ? "sha256" : "sha1";
        git.run(repository, "init", "-q", "--template=", "--object-format=" + format, "-b", plan.branch(), ".");
        git.run(repository, "remote", "add", "origin", wanted.cloneUrl());
        List<String> fetch = new ArrayList<>(List.of("fetch", "-q", "--no-recurse-submodules", "origin"));
        fetch.add(tracked(wanted.base()));
        if (plan.existed()) {
            fetch.add(tracked(wanted.branch()));
        }
        GitResult fetched = git.run(repository, Map.of(), credentials, NOTHING, fetch.toArray(String[]::new));
        if (!fetched.ok()) {
            return refused(fetched);
        }
        if (!git.run(repository, "cat-file", "-e", plan.commit() + "^{commit}").ok()) {
            GitResult one = git.run(repository, Map.of(), credentials, NOTHING, "fetch", "-q", "origin", plan.commit());
            if (!one.ok()) {
                return new Outcome.Refused(
                        ExitReason.INVALID_REQUEST,
                        "the commit %s is no longer in the repository".formatted(plan.commit()));
            }
        }
        identify(spec.commitAuthor());
        GitResult checkedOut = git.run(repository, "checkout", "-q", "--no-track", "-B", plan.branch(), plan.commit());
        if (!checkedOut.ok()) {
            return new Outcome.Refused(
                    checkedOut.stderr().contains("No space left") ? ExitReason.NO_SPACE : ExitReason.INTERNAL,
                    GitFailures.words(checkedOut));
        }
        if (!wanted.alfredsOwn()) {
            new SteeringFiles(git, repository).takeFrom("refs/remotes/origin/" + wanted.base());
        }
        return new Outcome.Ready(plan.commit(), plan.existed());
    }

    private void identify(String commitAuthor) {
        CommitAuthor author = CommitAuthor.parse(commitAuthor);
        git.run(repository, "config", "user.name", author.name());
        git.run(repository, "config", "user.email", author.address());
        git.run(repository, "config", "gc.auto", "0");
    }

    private static String tracked(String branch) {
        return "+refs/heads/%s:refs/remotes/origin/%s".formatted(branch, branch);
    }

    private static Outcome refused(GitResult result) {
        return new Outcome.Refused(GitFailures.reading(result), GitFailures.words(result));
    }
}

package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.mirror.Mirror;

/**
 * Makes the workspace: a full clone of the two branches that matter, with nothing in it that needs the network or a
 * credential afterwards.
 */
public final class Checkout {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final String SETUP = ".alfred/setup.sh";
    private static final Pattern GONE = Pattern.compile("not our ref|unadvertised object|couldn't find remote ref");

    private final Git git;
    private final GitCredentials credentials;
    private final Path repository;
    private final Path mirrored;

    /** @param mirrored where the mirror of the base branch lies, empty for none yet; null where mirrors are not kept */
    public Checkout(Git git, GitCredentials credentials, Path repository, Path mirrored) {
        this.git = git;
        this.credentials = credentials;
        this.repository = repository;
        this.mirrored = mirrored;
    }

    /** How it went. */
    public sealed interface Outcome {
        /**
         * @param refs all of the workspace's, as git packs them
         * @param setup the base branch's setup script, or null
         */
        record Ready(String commit, boolean branchExisted, byte[] refs, byte[] setup, TargetHistory.Brought history)
                implements Outcome {
            private Ready after(String failure) {
                return new Ready(commit, branchExisted, refs, setup, history.after(failure));
            }
        }

        record Refused(ExitReason reason, String detail) implements Outcome {}
    }

    public Outcome make(RunnerSpec spec) throws IOException {
        try {
            return made(spec);
        } catch (GitFailed e) {
            return new Outcome.Refused(e.reason(ExitReason.INTERNAL), "the workspace can't be made: " + e.getMessage());
        }
    }

    private Outcome made(RunnerSpec spec) throws IOException {
        RunnerSpec.Repository wanted = spec.repository();
        if (spec.baseCommit() != null && !COMMIT.matcher(spec.baseCommit()).matches()) {
            return new Outcome.Refused(ExitReason.INVALID_REQUEST, "the base commit is no commit id");
        }
        for (String branch : List.of(wanted.branch(), wanted.base())) {
            if (!git.run(repository.getParent(), "check-ref-format", "refs/heads/" + branch)
                    .yes()) {
                return new Outcome.Refused(ExitReason.INVALID_REQUEST, "%s is no branch name".formatted(branch));
            }
        }
        GitResult listed = remotely(repository.getParent(), "ls-remote", "--heads", "--", wanted.cloneUrl());
        if (!listed.ok()) {
            return refused(listed);
        }
        RemoteBranches remote = RemoteBranches.parse(listed.text());
        BranchPlan plan = BranchPlan.of(
                new BranchPlan.Facts(
                        spec.phase().writes(),
                        wanted.branch(),
                        wanted.base(),
                        wanted.pushed(),
                        wanted.alfredsOwn(),
                        spec.baseCommit()),
                remote);
        return switch (plan) {
            case BranchPlan.Refuse(ExitReason reason, String detail) -> new Outcome.Refused(reason, detail);
            case BranchPlan.CheckOut checkOut -> checkOut(spec, checkOut, remote.head(wanted.base()));
        };
    }

    /** What came of the mirror's packs counts only when all went well with them; else it is as if there had been none. */
    private Outcome checkOut(RunnerSpec spec, BranchPlan.CheckOut plan, String baseHead) throws IOException {
        if (mirrored == null) {
            return checkOutAfter(spec, plan, history -> TargetHistory.Brought.WITHOUT_MIRROR);
        }
        String failure = null;
        switch (Mirror.in(mirrored, spec.repository().base())) {
            case Mirror.Found.Absent() -> {}
            case Mirror.Found.Damaged(String detail) -> failure = detail;
            case Mirror.Found.Usable(Mirror mirror) -> {
                Outcome outcome = withMirror(spec, plan, mirror, baseHead);
                if (!(outcome instanceof Outcome.Refused refused)
                        || refused.reason() == ExitReason.FORGE_UNAUTHORIZED) {
                    return outcome;
                }
                failure = refused.detail();
            }
        }
        Outcome outcome = checkOutAfter(spec, plan, TargetHistory::fromForge);
        return failure != null && outcome instanceof Outcome.Ready ready ? ready.after(failure) : outcome;
    }

    private Outcome withMirror(RunnerSpec spec, BranchPlan.CheckOut plan, Mirror mirror, String baseHead) {
        try {
            return checkOutAfter(spec, plan, history -> history.from(mirror, baseHead));
        } catch (GitFailed | IOException e) {
            return new Outcome.Refused(ExitReason.INTERNAL, e.getMessage());
        }
    }

    /** How the base branch's history gets into the workspace first. */
    @FunctionalInterface
    private interface Beginning {
        TargetHistory.Result bring(TargetHistory history) throws IOException;
    }

    private Outcome checkOutAfter(RunnerSpec spec, BranchPlan.CheckOut plan, Beginning beginning) throws IOException {
        begin(plan, spec.repository().cloneUrl());
        return switch (beginning.bring(new TargetHistory(
                git, credentials, repository, spec.repository().base()))) {
            case TargetHistory.Missed(ExitReason reason, String detail) -> new Outcome.Refused(reason, detail);
            case TargetHistory.Brought brought -> checkOut(spec, plan, brought);
        };
    }

    private Outcome checkOut(RunnerSpec spec, BranchPlan.CheckOut plan, TargetHistory.Brought history)
            throws IOException {
        RunnerSpec.Repository wanted = spec.repository();
        Optional<Outcome.Refused> refused = fetch(wanted, plan);
        if (refused.isPresent()) {
            return refused.get();
        }
        identify(spec.commitAuthor());
        git.run(repository, "checkout", "-q", "--no-track", "-B", plan.branch(), plan.commit())
                .required();
        if (!wanted.alfredsOwn()) {
            new SteeringFiles(git, repository).takeFrom("refs/remotes/origin/" + wanted.base());
        }
        GitResult refs = git.run(repository, "for-each-ref", "--format=%(objectname) %(refname)")
                .required();
        return new Outcome.Ready(
                plan.commit(), plan.existed(), refs.stdout(), setup("refs/remotes/origin/" + wanted.base()), history);
    }

    private void begin(BranchPlan.CheckOut plan, String cloneUrl) throws IOException {
        Files.createDirectories(repository);
        Trees.empty(repository);
        String format = plan.commit().length() == 64 ? "sha256" : "sha1";
        git.run(repository, "init", "-q", "--template=", "--object-format=" + format, "-b", plan.branch(), ".")
                .required();
        git.run(repository, "remote", "add", "origin", cloneUrl).required();
    }

    /** The branches that matter, and the tags on their way; the same with a mirror and without one. */
    private Optional<Outcome.Refused> fetch(RunnerSpec.Repository wanted, BranchPlan.CheckOut plan) {
        List<String> fetch = new ArrayList<>(List.of("fetch", "-q", "--no-recurse-submodules", "origin"));
        fetch.add(tracked(wanted.base()));
        if (plan.existed()) {
            fetch.add(tracked(wanted.branch()));
        }
        GitResult fetched = remotely(repository, fetch.toArray(String[]::new));
        if (!fetched.ok()) {
            return Optional.of(refused(fetched));
        }
        if (!git.run(repository, "cat-file", "-e", plan.commit() + "^{commit}").ok()) {
            GitResult one = remotely(repository, "fetch", "-q", "origin", plan.commit());
            if (!one.ok()) {
                return Optional.of(
                        GONE.matcher(one.stderr()).find()
                                ? new Outcome.Refused(
                                        ExitReason.INVALID_REQUEST,
                                        "the commit %s is no longer in the repository".formatted(plan.commit()))
                                : refused(one));
            }
        }
        return Optional.empty();
    }

    private byte[] setup(String base) {
        GitResult listed = git.run(repository, "ls-tree", base, "--", SETUP).required();
        return listed.text().contains(" blob ")
                ? git.run(repository, "cat-file", "blob", base + ":" + SETUP)
                        .required()
                        .stdout()
                : null;
    }

    private void identify(String commitAuthor) {
        CommitAuthor author = CommitAuthor.parse(commitAuthor);
        git.run(repository, "config", "user.name", author.name()).required();
        git.run(repository, "config", "user.email", author.address()).required();
        git.run(repository, "config", "gc.auto", "0").required();
    }

    private GitResult remotely(Path directory, String... arguments) {
        return git.remotely(directory, Map.of(), credentials, arguments);
    }

    private static String tracked(String branch) {
        return "+refs/heads/%s:refs/remotes/origin/%s".formatted(branch, branch);
    }

    private static Outcome.Refused refused(GitResult result) {
        return new Outcome.Refused(GitFailures.reading(result), GitFailures.words(result));
    }
}

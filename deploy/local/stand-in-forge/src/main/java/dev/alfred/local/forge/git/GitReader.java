package dev.alfred.local.forge.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.model.Project;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.errors.RevisionSyntaxException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.util.io.DisabledOutputStream;

/** Answers questions about commits, files and differences. Unknown names are empty answers, not errors. */
@ApplicationScoped
public class GitReader {

    private final GitStore store;

    GitReader(GitStore store) {
        this.store = store;
    }

    /** A branch, tag or commit id to the full id of a commit. */
    public Optional<String> resolve(Project project, String revision) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository)) {
            return parse(repository, walk, revision).map(RevCommit::name);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Optional<CommitInfo> commit(Project project, String revision) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository)) {
            Optional<RevCommit> commit = parse(repository, walk, revision);
            return commit.isEmpty() ? Optional.empty() : Optional.of(info(repository, walk, commit.get()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What {@code to} has and {@code from} has not, newest first; everything when {@code from} is unknown. */
    public List<CommitInfo> between(Project project, String from, String to, int limit) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository);
                RevWalk details = new RevWalk(repository)) {
            Optional<RevCommit> end = parse(repository, walk, to);
            if (end.isEmpty()) {
                return List.of();
            }
            walk.markStart(end.get());
            Optional<RevCommit> start = parse(repository, walk, from);
            if (start.isPresent()) {
                walk.markUninteresting(start.get());
            }
            List<CommitInfo> commits = new ArrayList<>();
            for (RevCommit commit = walk.next(); commit != null && commits.size() < limit; commit = walk.next()) {
                commits.add(info(repository, details, details.parseCommit(commit)));
            }
            return commits;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Optional<String> mergeBase(Project project, String one, String other) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository)) {
            Optional<RevCommit> first = parse(repository, walk, one);
            Optional<RevCommit> second = parse(repository, walk, other);
            if (first.isEmpty() || second.isEmpty()) {
                return Optional.empty();
            }
            walk.setRevFilter(RevFilter.MERGE_BASE);
            walk.markStart(first.get());
            walk.markStart(second.get());
            return Optional.ofNullable(walk.next()).map(RevCommit::name);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Optional<byte[]> file(Project project, String revision, String path) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository)) {
            Optional<RevCommit> commit = parse(repository, walk, revision);
            if (commit.isEmpty()) {
                return Optional.empty();
            }
            try (TreeWalk tree = TreeWalk.forPath(repository, path, commit.get().getTree())) {
                if (tree == null || tree.isSubtree()) {
                    return Optional.empty();
                }
                return Optional.of(repository.open(tree.getObjectId(0)).getBytes());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Every file of a commit, in path order. */
    public List<String> files(Project project, String revision) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository);
                TreeWalk tree = new TreeWalk(repository)) {
            Optional<RevCommit> commit = parse(repository, walk, revision);
            if (commit.isEmpty()) {
                return List.of();
            }
            tree.addTree(commit.get().getTree());
            tree.setRecursive(true);
            List<String> files = new ArrayList<>();
            while (tree.next()) {
                files.add(tree.getPathString());
            }
            return files;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A unified diff between two commits. */
    public String diff(Project project, String from, String to) {
        try (Repository repository = store.open(project);
                RevWalk walk = new RevWalk(repository);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                DiffFormatter formatter = new DiffFormatter(out)) {
            Optional<RevCommit> start = parse(repository, walk, from);
            Optional<RevCommit> end = parse(repository, walk, to);
            if (start.isEmpty() || end.isEmpty()) {
                return "";
            }
            formatter.setRepository(repository);
            formatter.format(start.get().getTree(), end.get().getTree());
            formatter.flush();
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Optional<RevCommit> parse(Repository repository, RevWalk walk, String revision) throws IOException {
        ObjectId id = null;
        if (AbbreviatedObjectId.isId(revision) && revision.length() == 40) {
            id = ObjectId.fromString(revision);
        }
        try {
            if (id == null) {
                id = repository.resolve(revision + "^{commit}");
            }
            if (id == null
                    || id.equals(ObjectId.zeroId())
                    || !repository.getObjectDatabase().has(id)) {
                return Optional.empty();
            }
            return Optional.of(walk.parseCommit(id));
        } catch (RevisionSyntaxException notARevision) {
            return Optional.empty();
        }
    }

    private static CommitInfo info(Repository repository, RevWalk walk, RevCommit commit) throws IOException {
        List<String> added = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        List<String> modified = new ArrayList<>();
        for (DiffEntry entry : againstFirstParent(repository, walk, commit)) {
            switch (entry.getChangeType()) {
                case ADD -> added.add(entry.getNewPath());
                case DELETE -> removed.add(entry.getOldPath());
                case MODIFY, RENAME, COPY -> modified.add(entry.getNewPath());
            }
        }
        List<String> parents = new ArrayList<>();
        for (RevCommit parent : commit.getParents()) {
            parents.add(parent.name());
        }
        return new CommitInfo(
                commit.name(),
                commit.getFullMessage(),
                person(commit.getAuthorIdent()),
                person(commit.getCommitterIdent()),
                parents,
                commit.getTree().name(),
                added,
                removed,
                modified);
    }

    private static List<DiffEntry> againstFirstParent(Repository repository, RevWalk walk, RevCommit commit)
            throws IOException {
        try (DiffFormatter formatter = new DiffFormatter(DisabledOutputStream.INSTANCE)) {
            formatter.setRepository(repository);
            RevCommit parent = commit.getParentCount() == 0 ? null : walk.parseCommit(commit.getParent(0));
            return formatter.scan(parent == null ? null : parent.getTree(), commit.getTree());
        }
    }

    private static CommitInfo.Person person(PersonIdent ident) {
        return new CommitInfo.Person(
                ident.getName(),
                ident.getEmailAddress(),
                Instant.ofEpochSecond(ident.getWhenAsInstant().getEpochSecond()));
    }
}
